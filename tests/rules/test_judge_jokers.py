"""Joker duties: freed jokers, frozen melds, special jokers.

Clauses A9 and A10, rulings B-06, B-07, B-24, B-25, B-28, B-34, B-37 and B-38.
"""

import pytest

from tests.rules.judging import codes
from tilerummy.rules.judge import judge
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.positions import Play, Position
from tilerummy.rules.rulebook import JokerMelds, JokerReuse

NEW = [b for b in RULEBOOK_IDS if rulebook(b).jokers.reuse is JokerReuse.NEW_MELD]
ANYWHERE = [b for b in RULEBOOK_IDS if rulebook(b).jokers.reuse is JokerReuse.ANYWHERE]
FREE = [b for b in RULEBOOK_IDS if rulebook(b).jokers.melds is JokerMelds.FREE]
OTHER = "lets-play-rummy-it"
FR, IT = "ravensburger-travel-fr", "ravensburger-travel-it"

NEEDS_NEW = ["JOKER_NEEDS_NEW_MELD"]
IS_FROZEN = ["JOKER_MELD_FROZEN"]
REPLACES = ["SPECIAL_REPLACES_JOKER"]


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_an_exchanged_joker_may_serve_a_new_meld(book):
    asked = {"table": "b3 b4 *", "rack": "b5 r10 r11", "after": "b3 b4 b5 | r10 r11 *"}
    assert codes(book, **asked) == []


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_a_freed_joker_never_goes_back_to_the_rack(book):
    assert codes(book, table="b3 b4 *", rack="b5", after="b3 b4 b5") == ["TABLE_TILE_TAKEN"]


class TestNewMeld:
    """Where a freed joker has to form a new meld."""

    @pytest.mark.parametrize("book", NEW)
    def test_not_at_the_end_of_an_old_meld(self, book):
        asked = {"table": "b3 b4 * | r8 r9 r10", "rack": "b5"}
        assert codes(book, **asked, after="b3 b4 b5 | r8 r9 r10 *") == NEEDS_NEW

    @pytest.mark.parametrize("book", ["twist", "piatnik-travel"])
    def test_not_elsewhere_in_its_own_meld(self, book):
        assert codes(book, table="b6 b7 *", rack="b4", after="b4 * b6 b7") == NEEDS_NEW

    @pytest.mark.parametrize("book", ANYWHERE)
    def test_anywhere_means_anywhere(self, book):
        asked = {"table": "b3 b4 * | r8 r9 r10", "rack": "b5"}
        assert codes(book, **asked, after="b3 b4 b5 | r8 r9 r10 *") == []
        assert codes(book, table="b6 b7 *", rack="b4", after="b4 * b6 b7") == []

    def test_other_meld_means_any_but_its_own(self):
        asked = {"table": "b3 b4 * | r8 r9 r10", "rack": "b5"}
        assert codes(OTHER, **asked, after="b3 b4 b5 | r8 r9 r10 *") == []
        assert codes(OTHER, table="b6 b7 *", rack="b4", after="b4 * b6 b7") == NEEDS_NEW

    @pytest.mark.parametrize("book", NEW)
    def test_part_of_an_old_meld_may_go_into_the_new_one(self, book):
        asked = {"table": "b3 b4 * | r7 r8 r9 r10", "rack": "b5 r11"}
        assert codes(book, **asked, after="b3 b4 b5 | r7 r8 r9 | r10 r11 *") == []

    @pytest.mark.parametrize("book", NEW)
    def test_the_like_of_an_old_meld_may_be_laid_beside_it(self, book):
        asked = {"table": "b3 b4 * | r5 r6 r7", "rack": "b5 r5 r6 r7"}
        assert codes(book, **asked, after="b3 b4 b5 | r5 r6 r7 | r5 r6 r7 *") == []

    @pytest.mark.parametrize("book", ["twist", "piatnik-travel"])
    def test_a_remainder_of_one_number_tile_is_no_old_meld(self, book):
        assert codes(book, table="b6 * *", rack="b5", after="* b5 b6 *") == []
        assert codes(book, table="b5 b6 * *", rack="b4", after="* b4 b5 b6 *") == NEEDS_NEW

    @pytest.mark.parametrize("book", ["twist", "piatnik-travel"])
    def test_a_kept_joker_owes_nothing(self, book):
        lengthened = {"table": "b6 b7 *", "rack": "b9", "after": "b6 b7 * b9"}
        assert codes(book, **lengthened) == []
        divided = {"table": "b5 b6 b7 * b9 b10", "rack": "k1 k2 k3"}
        assert codes(book, **divided, after="b5 b6 b7 | * b9 b10 | k1 k2 k3") == []

    @pytest.mark.parametrize("book", ["twist", "piatnik-travel"])
    def test_a_joker_with_another_meaning_was_freed(self, book):
        asked = {"table": "b6 b7 * | r6 k6 b6", "rack": "b8"}
        assert codes(book, **asked, after="b6 b7 b8 | r6 k6 b6 *") == NEEDS_NEW

    def test_a_group_of_three_gives_up_its_joker_for_either_missing_colour(self):
        for colour in "ky":
            asked = {"table": "b3 r3 *", "rack": f"{colour}3 b10 b11"}
            assert codes("twist", **asked, after=f"b3 r3 {colour}3 | b10 b11 *") == []

    def test_both_missing_colours_free_the_joker_too(self):
        asked = {"table": "b3 r3 *", "rack": "k3 y3 b10 b11"}
        assert codes("twist", **asked, after="b3 r3 k3 y3 | b10 b11 *") == []

    def test_the_replacing_tile_may_come_from_the_table(self):
        asked = {"table": "b3 r3 * | k3 k4 k5 k6", "rack": "b10 b11"}
        after = "b3 r3 k3 | k4 k5 k6 | b10 b11 *"
        for book in ("ravensburger-travel-de", "twist", "piatnik-travel", "jumbo"):
            assert codes(book, **asked, after=after) == []

    def test_splitting_a_run_frees_its_joker(self):
        asked = {"table": "r2 r3 * r5 r6", "rack": "r1 r7 k10 k11"}
        after = "r1 r2 r3 | r5 r6 r7 | k10 k11 *"
        for book in ("ravensburger-travel-de", "twist", "piatnik-travel", "jumbo"):
            assert codes(book, **asked, after=after) == []

    def test_two_jokers_are_explained_in_the_most_favourable_way(self):
        asked = {"table": "b3 b4 * | r8 r9 *", "rack": "b5 k1 k2"}
        assert codes("piatnik-travel", **asked, after="b3 b4 b5 | r8 r9 * | k1 k2 *") == []
        asked = {"table": "b3 b4 * | b4 * b6", "rack": "b5 k1 k2"}
        assert codes("piatnik-travel", **asked, after="b3 b4 * b6 | b4 b5 * | k1 k2") == [
            "INVALID_MELD"
        ]
        assert codes("piatnik-travel", **asked, after="b4 b5 b6 | b3 b4 * | k1 k2 *") == []


class TestUndivided:
    """French travel edition: a joker meld may grow but not be divided."""

    def test_lengthening_is_allowed(self):
        assert codes(FR, table="r2 r3 *", rack="r5", after="r2 r3 * r5") == []
        assert codes(FR, table="b3 r3 *", rack="k3", after="b3 r3 k3 *") == []

    def test_dividing_is_not(self):
        asked = {"table": "b5 b6 b7 * b9 b10", "rack": "k1 k2 k3"}
        assert codes(FR, **asked, after="b5 b6 b7 | * b9 b10 | k1 k2 k3") == IS_FROZEN

    def test_taking_a_tile_out_is_not(self):
        asked = {"table": "b3 r3 k3 *", "rack": "b1 b2"}
        assert codes(FR, **asked, after="r3 k3 * | b1 b2 b3") == IS_FROZEN

    def test_the_joker_is_exchanged_for_the_very_tile_from_the_rack(self):
        asked = {"table": "r2 r3 *", "rack": "r4 k10 k11"}
        assert codes(FR, **asked, after="r2 r3 r4 | k10 k11 *") == []

    def test_a_table_tile_cannot_be_exchanged_for_it(self):
        asked = {"table": "r2 r3 * | r4 r5 r6 r7", "rack": "k10 k11"}
        assert codes(FR, **asked, after="r2 r3 r4 | r5 r6 r7 | k10 k11 *") == IS_FROZEN

    def test_another_tile_does_not_free_the_joker(self):
        asked = {"table": "r2 r3 *", "rack": "r1 k10 k11"}
        assert codes(FR, **asked, after="r1 r2 r3 | k10 k11 *") == IS_FROZEN

    def test_once_exchanged_the_meld_is_ordinary_at_once(self):
        asked = {"table": "r2 r3 r4 *", "rack": "r5 b2 k2 k10 k11"}
        assert codes(FR, **asked, after="r3 r4 r5 | r2 b2 k2 | k10 k11 *") == []

    def test_one_rack_tile_frees_one_joker(self):
        asked = {"table": "r2 r3 * | * r5 r6", "rack": "r4 r4 k1 k2 b7 b8"}
        after = "r2 r3 r4 r5 r6 | k1 k2 * | b7 b8 *"
        assert codes(FR, **asked, after=after) == IS_FROZEN
        after = "r2 r3 r4 | r4 r5 r6 | k1 k2 * | b7 b8 *"
        assert codes(FR, **asked, after=after) == []


class TestFrozen:
    """Italian travel edition: a joker meld may not be changed, only its joker exchanged."""

    def test_lengthening_is_not_allowed(self):
        assert codes(IT, table="r2 r3 *", rack="r5", after="r2 r3 * r5") == IS_FROZEN
        assert codes(IT, table="b3 r3 *", rack="k3", after="b3 r3 k3 *") == IS_FROZEN

    def test_exchanging_is(self):
        asked = {"table": "r2 r3 *", "rack": "r4 k10 k11"}
        assert codes(IT, **asked, after="r2 r3 r4 | k10 k11 *") == []
        asked = {"table": "b3 r3 *", "rack": "k3 k10 k11"}
        assert codes(IT, **asked, after="b3 k3 r3 | k10 k11 *") == []

    def test_the_exchanged_meld_is_ordinary_at_once(self):
        asked = {"table": "b4 b5 *", "rack": "b6 b7 k12 k13"}
        assert codes(IT, **asked, after="b4 b5 b6 b7 | * k12 k13") == []
        asked = {"table": "b3 r3 *", "rack": "k3 y3 k10 k11"}
        assert codes(IT, **asked, after="b3 k3 r3 y3 | k10 k11 *") == []
        asked = {"table": "r2 r3 r4 *", "rack": "r5 b2 k2 k10 k11"}
        assert codes(IT, **asked, after="r3 r4 r5 | r2 b2 k2 | k10 k11 *") == []

    def test_a_meld_with_a_joker_left_is_still_frozen(self):
        asked = {"table": "r2 * r4 *", "rack": "r3 k10 k11"}
        assert codes(IT, **asked, after="r2 r3 r4 * | k10 k11 *") == []
        asked = {"table": "r2 * r4 *", "rack": "r3 r6 k10 k11"}
        assert codes(IT, **asked, after="r2 r3 r4 * r6 | k10 k11 *") == IS_FROZEN
        assert codes(FR, **asked, after="r2 r3 r4 * r6 | k10 k11 *") == []

    def test_melds_without_jokers_may_be_changed(self):
        asked = {"table": "r2 r3 * | k7 k8 k9", "rack": "k10"}
        assert codes(IT, **asked, after="r2 r3 * | k7 k8 k9 k10") == []

    def test_the_freed_joker_forms_a_new_meld(self):
        asked = {"table": "b3 r3 * | k8 k9 k10", "rack": "y3"}
        assert codes(IT, **asked, after="b3 r3 y3 | k8 k9 k10 *") == NEEDS_NEW

    def test_a_group_may_lie_in_another_order(self):
        asked = {"table": "r8 b8 *", "rack": "k1 k2 k3"}
        assert codes(IT, **asked, after="b8 r8 * | k1 k2 k3") == []


class TestOneExplanation:
    """All duties are judged under one explanation of what became of the jokers."""

    @pytest.mark.parametrize("book", [FR, IT])
    def test_an_exchanged_joker_is_freed_though_it_could_pass_for_kept(self, book):
        asked = {"table": "k9 r9 y9 | b9 y9 *", "rack": "r9"}
        assert codes(book, **asked, after="k9 r9 y9 * | r9 b9 y9") != []

    @pytest.mark.parametrize("book", [FR, IT])
    def test_it_may_be_freed_into_a_new_meld_that_holds_a_tile_of_its_old_one(self, book):
        asked = {"table": "k9 r9 y9 | b9 y9 *", "rack": "r9 y10 y11"}
        assert codes(book, **asked, after="k9 r9 y9 | r9 b9 y9 | * y10 y11") == []

    def test_a_joker_kept_in_a_group_leaves_the_laid_tile_for_another_exchange(self):
        asked = {"table": "b9 y9 * | r7 r8 *", "rack": "r9 k1 k2"}
        assert codes(FR, **asked, after="b9 y9 * | r7 r8 r9 | k1 k2 *") == []
        assert codes(FR, **asked, after="b9 y9 r9 | r7 r8 * | k1 k2 *") == []

    @pytest.mark.parametrize("book", [FR, IT])
    def test_one_laid_tile_is_exchanged_for_one_joker(self, book):
        asked = {"table": "b9 y9 * | r7 r8 *", "rack": "r9 k1 k2 b1 b2"}
        assert codes(book, **asked, after="b9 y9 r9 | r7 r8 | k1 k2 * | b1 b2 *") == [
            "INVALID_MELD"
        ]

    def test_the_meld_to_blame_is_the_frozen_one_where_either_could_be(self):
        assert codes(IT, table="b3 r3 *", rack="k3", after="b3 r3 k3 *") == IS_FROZEN


@pytest.mark.parametrize("book", FREE)
def test_elsewhere_joker_melds_are_like_any_other(book):
    asked = {"table": "b5 b6 b7 * b9 b10", "rack": "r1 r2 r3"}
    assert codes(book, **asked, after="b5 b6 b7 | * b9 b10 | r1 r2 r3") == []


class TestSpecialReplacesJoker:
    """With a Twist: a special joker may not take the place of a joker of another kind."""

    @pytest.mark.parametrize("special", ["*2", "*c"])
    def test_not_in_a_run(self, special):
        asked = {"table": "b3 b4 *", "rack": f"{special} r9 r10"}
        assert codes("twist", **asked, after=f"b3 b4 {special} | r9 r10 *") == REPLACES

    def test_not_in_a_group_wherever_it_lies(self):
        asked = {"table": "b3 r3 *", "rack": "*2 r9 r10"}
        assert codes("twist", **asked, after="r3 *2 b3 | r9 r10 *") == REPLACES

    def test_not_another_special_joker(self):
        asked = {"table": "b3 b4 *2", "rack": "*c r9 r10"}
        assert codes("twist", **asked, after="b3 b4 *c | r9 r10 *2") == REPLACES

    def test_a_normal_joker_may_replace_a_special_one(self):
        asked = {"table": "b3 b4 *c", "rack": "* r9 r10"}
        assert codes("twist", **asked, after="b3 b4 * | r9 r10 *c") == []

    def test_not_in_a_longer_or_shorter_meld_either(self):
        asked = {"table": "b3 b4 *", "rack": "*c b2 r9 r10"}
        assert codes("twist", **asked, after="b2 b3 b4 *c | r9 r10 *") == REPLACES
        asked = {"table": "b3 b4 *", "rack": "*2 b7 k10 k11"}
        assert codes("twist", **asked, after="b3 b4 *2 b7 | k10 k11 *") == REPLACES
        assert codes("twist", **asked, after="b3 b4 *2 | k10 k11 *") == REPLACES
        asked = {"table": "b3 * * b6", "rack": "*2 k10 k11 r10 r11"}
        assert codes("twist", **asked, after="b3 *2 b6 | k10 k11 * | r10 r11 *") == REPLACES

    def test_not_as_the_middle_of_a_mirror(self):
        asked = {"table": "b3 b4 *", "rack": "*m b4 b3 k10 k11"}
        assert codes("twist", **asked, after="b3 b4 *m b4 b3 | k10 k11 *") == REPLACES

    def test_elsewhere_in_the_meld_it_may_stand(self):
        asked = {"table": "b3 b4 *", "rack": "*2 b5 k10 k11"}
        assert codes("twist", **asked, after="*2 b3 b4 b5 | k10 k11 *") == []
        asked = {"table": "b3 b4 *", "rack": "*2 b5 k10 k11"}
        assert codes("twist", **asked, after="b3 b4 b5 *2 | k10 k11 *") == []

    def test_a_kept_joker_is_not_replaced(self):
        asked = {"table": "b3 b4 *", "rack": "*2"}
        assert codes("twist", **asked, after="b3 b4 * *2") == []

    def test_another_meld_with_the_same_numbers_may_be_the_old_one(self):
        asked = {"table": "b3 b4 *", "rack": "b3 b4 b5 *2 k10 k11"}
        assert codes("twist", **asked, after="b3 b4 b5 | b3 b4 *2 | k10 k11 *") == []
        asked = {"table": "b3 b4 * | b3 b4 b5", "rack": "*2 k10 k11"}
        assert codes("twist", **asked, after="b3 b4 b5 | b3 b4 *2 | k10 k11 *") == []

    def test_in_a_meld_without_all_the_number_tiles_it_may_stand(self):
        asked = {"table": "b3 b4 * | k3 r3 y3", "rack": "*2 b7 k10 k11"}
        assert codes("twist", **asked, after="k3 r3 y3 b3 | b4 *2 b7 | k10 k11 *") == []

    def test_laying_the_like_beside_the_old_meld_replaces_nothing(self):
        asked = {"table": "b3 r3 *", "rack": "b3 r3 *2"}
        assert codes("twist", **asked, after="r3 b3 * | b3 r3 *2") == []

    def test_house_rules_may_allow_it(self):
        rules = rulebook("twist").replace({"jokers.special_replaces_other": True})
        position = Position.parse(rules, table="b3 b4 *", rack="*c r9 r10")
        assert judge(position, Play.parse("b3 b4 *c | r9 r10 *")) == []


class TestSpecialJokersAreFreed:
    """With a Twist: special jokers are freed by rearranging, and keep their own function."""

    def test_a_double_is_freed_by_both_tiles(self):
        asked = {"table": "b2 *2 b5", "rack": "b3 b4 r1 r4"}
        assert codes("twist", **asked, after="b2 b3 b4 b5 | r1 *2 r4") == []

    def test_a_mirror_is_freed_by_making_two_runs_of_it(self):
        asked = {"table": "b3 b4 *m b4 b3", "rack": "b5 b5 r9 r9"}
        assert codes("twist", **asked, after="b3 b4 b5 | b3 b4 b5 | r9 *m r9") == []

    def test_a_colour_change_at_the_end_is_exchanged_for_the_tile_that_goes_on(self):
        asked = {"table": "r6 r7 *c", "rack": "r8 k1 k2"}
        assert codes("twist", **asked, after="r6 r7 r8 | k1 k2 *c") == []

    def test_a_divided_colour_change_serves_another_run(self):
        asked = {"table": "r5 r6 r7 *c b9 b10 b11", "rack": "k1 k2"}
        assert codes("twist", **asked, after="r5 r6 r7 | b9 b10 b11 | k1 k2 *c") == []
        asked["rack"] = "b12"
        assert codes("twist", **asked, after="r5 r6 r7 *c | b9 b10 b11 b12") == []

    def test_a_freed_double_may_not_lengthen_an_old_meld(self):
        asked = {"table": "b2 *2 b5 | r1 r2 r3", "rack": "b3 b4"}
        assert codes("twist", **asked, after="b2 b3 b4 b5 | r1 r2 r3 *2") == NEEDS_NEW


def test_a_declared_reading_stays_until_the_meld_is_changed():
    asked = {"table": "r5 * * =group | k1 k2 k3", "rack": "k4"}
    assert codes("piatnik-travel", **asked, after="r5 * * | k1 k2 k3 k4") == []


def test_a_double_stands_for_the_same_on_either_side_of_a_mirror():
    asked = {"table": "*2 *m r2 r1 | *c y5 y6 y7", "rack": "b9 b10"}
    assert codes("twist", **asked, after="r1 r2 *m *2 | y5 y6 y7 | *c b9 b10") == []
    # With another column between them the mirror stands for another number: it was freed.
    longer = {"table": "*2 *m r2 r1", "rack": "r3 r3"}
    assert codes("twist", **longer, after="*2 r3 *m r3 r2 r1") == NEEDS_NEW


class TestEarlierRulings:
    """Games begun before may hold plays that no single explanation makes legal."""

    def codes(self, book, table, rack, after):
        rules = rulebook(book, rulings=1)
        found = judge(Position.parse(rules, table=table, rack=rack), Play.parse(after))
        return sorted({violation.code.value for violation in found})

    @pytest.mark.parametrize("book", [FR, IT])
    def test_each_duty_chose_its_own_explanation(self, book):
        asked = ("k9 r9 y9 | b9 y9 *", "r9", "k9 r9 y9 * | r9 b9 y9")
        assert self.codes(book, *asked) == []

    def test_a_longer_meld_with_a_special_joker_was_not_the_old_one(self):
        rack = "*2 b7 k10 k11"
        assert self.codes("twist", "b3 b4 *", rack, "b3 b4 *2 b7 | k10 k11 *") == []
        assert self.codes("twist", "b3 b4 *", rack, "b3 b4 *2 | k10 k11 *") == REPLACES

    def test_the_other_duties_were_the_same(self):
        asked = ("b3 b4 * | r8 r9 r10", "b5", "b3 b4 b5 | r8 r9 r10 *")
        assert self.codes("piatnik-travel", *asked) == NEEDS_NEW
        assert self.codes(IT, "r2 r3 *", "r5", "r2 r3 * r5") == IS_FROZEN
