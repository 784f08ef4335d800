"""A room is its log: who may do what, and what it does."""

import pytest

from tests.server.rooms import ANN, BEN, CLEO, LEVELS, after, ask, dealt, lobby
from tilerummy.engine.actions import ClaimRedeal, Draw
from tilerummy.rules.library import RULEBOOK_IDS
from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.room import commands, log
from tilerummy.server.room.commands import CreateRoom
from tilerummy.server.room.decisions import Asked, create, decide
from tilerummy.server.room.fold import fold_all
from tilerummy.server.room.settings import LONGEST_NAME, RoomSettings


def in_turn(room):
    return room.seats[room.round.turn].who


def waiting(room):
    return next(seat.who for seat in room.seats if seat.who not in (None, in_turn(room)))


def test_a_seat_belongs_to_who_sat_down_not_to_a_name():
    room = lobby(ANN, BEN)
    assert ask(room, CLEO, commands.Sit(id=1, seat=1, name="Ben")) == ["SEAT_TAKEN"]


def test_two_with_the_same_name_can_be_told_apart():
    room = lobby(ANN, seats=3)
    room = after(room, ask(room, BEN, commands.Sit(id=1, seat=1, name="Ann")))
    room = after(room, ask(room, CLEO, commands.Sit(id=1, seat=2, name="Ann")))
    assert [seat.name for seat in room.seats[:3]] == ["Ann", "Ann 2", "Ann 3"]
    room = after(room, ask(room, ANN, commands.Sit(id=2, seat=0, name="Ann")))
    assert room.seats[0].name == "Ann", "one's own name is not another's"


def test_a_bot_takes_another_name_when_somebody_has_its_own():
    room = lobby(ANN, seats=4)
    room = after(room, ask(room, ANN, commands.Sit(id=1, seat=0, name="Bruno")))
    room = after(room, ask(room, ANN, commands.AddBot(id=1, seat=1, level="greedy")))
    assert [seat.name for seat in room.seats[:2]] == ["Bruno", "Clara"]
    room = after(room, ask(room, ANN, commands.AddBot(id=2, seat=1, level="greedy")))
    assert room.seats[1].name == "Clara", "another level is not another bot"
    room = after(room, ask(room, ANN, commands.Start(id=1, bots="greedy")))
    assert [seat.name for seat in room.seats] == ["Bruno", "Clara", "Dario", "Edda"]


def test_a_number_behind_a_long_name_leaves_it_within_what_a_name_may_be():
    room = lobby(ANN, seats=3)
    name = "A" * LONGEST_NAME
    room = after(room, ask(room, ANN, commands.Sit(id=1, seat=0, name=name)))
    room = after(room, ask(room, BEN, commands.Sit(id=1, seat=1, name=name)))
    assert room.seats[1].name == f"{'A' * (LONGEST_NAME - 2)} 2"


def test_sitting_down_elsewhere_frees_the_old_seat():
    room = lobby(ANN, seats=3)
    room = after(room, ask(room, ANN, commands.Sit(id=1, seat=2, name="Ann")))
    assert [seat.who for seat in room.seats] == [None, None, ANN]


@pytest.mark.parametrize(
    "request_",
    [
        commands.Start(id=1, bots="greedy"),
        commands.AddBot(id=1, seat=2, level="greedy"),
        commands.Free(id=1, seat=0),
        commands.Configure(id=1, settings=RoomSettings(rulebook="jumbo", seats=3)),
    ],
    ids=lambda request_: type(request_).__name__,
)
def test_only_the_host_arranges_the_room(request_):
    room = lobby(ANN, BEN, seats=3)
    assert ask(room, BEN, request_) == ["NOT_THE_HOST"]
    assert not isinstance(ask(room, ANN, request_), list)


def test_the_host_who_gets_up_hands_the_room_on():
    room = lobby(ANN, BEN)
    room = after(room, ask(room, ANN, commands.Stand(id=1)))
    assert room.host == BEN


def test_whoever_comes_to_an_empty_room_is_its_host():
    room = lobby(ANN)
    room = after(room, ask(room, ANN, commands.Stand(id=1)))
    room = after(room, ask(room, BEN, commands.Sit(id=1, seat=0, name="Ben")))
    assert room.host == BEN


def test_a_new_deal_is_a_new_turn_so_old_drafts_mean_nothing():
    seeds = (str(seed) for seed in range(10_000))
    for seed in seeds:
        room = dealt(lobby(ANN, BEN, rulebook="ravensburger-travel-de"), seed=seed)
        claims = [seat for seat in (0, 1) if room.round.view(seat).may_claim_redeal]
        if claims:
            break
    redealt = after(room, log.Acted(at=2_000, action=ClaimRedeal(claims[0])))
    assert redealt.turn > room.turn
    assert redealt.clock.began == 2_000


def test_a_round_starts_by_itself_once_everybody_is_ready_and_no_seat_is_free():
    room = lobby(ANN, BEN)
    room = after(room, ask(room, ANN, commands.Ready(id=1)))
    assert not room.all_ready
    room = after(room, ask(room, BEN, commands.Ready(id=1)))
    assert room.all_ready
    assert not lobby(ANN, BEN, seats=3).all_ready


def test_free_seats_fall_away_or_fill_with_bots():
    room = lobby(ANN, BEN, seats=4)
    alone = after(room, ask(room, ANN, commands.Start(id=1)))
    assert [seat.who for seat in alone.seats] == [ANN, BEN]
    filled = after(room, ask(room, ANN, commands.Start(id=1, bots="expert")))
    assert [seat.level for seat in filled.seats] == [None, None, "expert", "expert"]
    assert ask(lobby(ANN), ANN, commands.Start(id=1)) == ["NOT_ENOUGH_PLAYERS"]


def test_settings_that_no_rulebook_allows_are_refused_with_the_reason():
    room = lobby(ANN)
    wrong = RoomSettings(rulebook="jumbo", house={"opening.points": "many"})
    assert ask(room, ANN, commands.Configure(id=1, settings=wrong)) == ["BAD_SETTINGS"]
    crowd = RoomSettings(rulebook="jumbo", seats=6)
    assert ask(room, ANN, commands.Configure(id=1, settings=crowd)) == ["BAD_SETTINGS"]
    path = RoomSettings(rulebook="/etc/passwd.toml")
    assert ask(room, ANN, commands.Configure(id=1, settings=path)) == ["BAD_SETTINGS"]


def test_nobody_plays_for_somebody_else():
    room = dealt(lobby(ANN, BEN))
    draw = commands.Draw(id=1, seen=room.number)
    assert ask(room, waiting(room), draw) == ["NOT_YOUR_TURN"]
    assert ask(room, CLEO, draw) == ["NOT_SEATED"]
    assert isinstance(ask(room, in_turn(room), draw).action, Draw)


@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_a_request_out_of_turn_says_nothing_about_the_rack_in_turn(rulebook):
    room = dealt(lobby(ANN, BEN, rulebook=rulebook))
    deck = [str(tile) for tile in room.round.rules.deck]
    requests = [
        commands.Play(id=1, seen=room.number, table=[" ".join(deck)]),
        commands.Play(id=1, seen=room.number, table=["no tile"]),
        commands.Pass(id=1, seen=room.number),
        commands.Draw(id=1, seen=room.number),
    ]
    for request in requests:
        (refusal,) = decide(room, Asked(waiting(room), 2_000, "9", LEVELS), request)
        assert (refusal.code, refusal.tiles) == ("NOT_YOUR_TURN", "")


def test_a_request_about_a_turn_that_is_over_is_stale():
    room = dealt(lobby(ANN, BEN))
    seen = room.number
    room = after(room, log.Acted(at=2_000, action=Draw()), log.Acted(at=3_000, action=Draw()))
    assert ask(room, in_turn(room), commands.Draw(id=1, seen=seen)) == ["STALE"]
    assert isinstance(ask(room, in_turn(room), commands.Draw(id=1, seen=room.number)).action, Draw)


def test_chat_in_between_does_not_make_a_request_stale():
    room = dealt(lobby(ANN, BEN))
    seen = room.number
    said = log.Said(at=2_000, seat=0, name="Ann", text="hello")
    room = after(room, said)
    assert isinstance(ask(room, in_turn(room), commands.Draw(id=1, seen=seen)).action, Draw)


def test_text_that_is_no_notation_is_refused_as_such():
    room = dealt(lobby(ANN, BEN))
    play = commands.Play(id=1, table=["b4 b5 hello"], seen=room.number)
    assert ask(room, in_turn(room), play) == ["BAD_NOTATION"]


def test_chat_and_names_keep_to_one_line_of_visible_characters():
    room = lobby(ANN)
    said = ask(room, ANN, commands.Chat(id=1, text="one\ntwo\x00 <b>three</b>"))
    assert said.text == "one two <b>three</b>"
    assert ask(room, ANN, commands.Chat(id=1, text="\n \x07")) == ["BAD_MESSAGE"]


def test_who_leaves_is_replaced_by_a_bot_where_the_room_says_so():
    room = dealt(lobby(ANN, BEN))
    gone = ask(room, ANN, commands.Leave(id=1))
    room = after(room, gone)
    assert (room.seats[0].who, room.seats[0].level) == (None, "greedy")
    assert room.phase == "playing"
    assert room.host == BEN


def test_who_leaves_without_a_bot_ends_a_game_of_two():
    room = dealt(lobby(ANN, BEN, takeover=False))
    room = after(room, ask(room, ANN, commands.Leave(id=1)))
    assert room.phase == "between"
    assert room.results[-1].reason == "alone"
    assert room.results[-1].winner == 1


def test_a_bot_plays_for_who_is_away_and_hands_the_seat_back():
    room = dealt(lobby(ANN, BEN))
    seat = room.round.turn
    room = after(room, log.TookOver(at=40_000, seat=seat))
    assert room.automatic_turn
    assert room.deadline is None
    room = after(room, log.CameBack(at=50_000, seat=seat))
    assert not room.automatic_turn
    assert room.clock.remaining(seat, 50_000) == room.rules.time.limit * 1000


def test_a_person_who_is_away_cannot_be_replaced_by_a_stranger():
    room = dealt(lobby(ANN, BEN))
    room = after(room, log.TookOver(at=40_000, seat=0))
    assert ask(room, CLEO, commands.Sit(id=1, seat=0, name="Ann")) == ["NOT_NOW"]


def test_the_scores_of_a_match_stay_with_their_seats():
    room = dealt(lobby(ANN, BEN, CLEO, seats=3, takeover=False))
    for who in (CLEO, BEN):
        room = after(room, ask(room, who, commands.Leave(id=1)))
    assert room.phase == "between"
    room = after(room, ask(room, ANN, commands.Start(id=1)))
    assert [bool(seat.level) for seat in room.seats] == [False, True, True]
    assert len(room.match.totals) == 3


def between_rounds(**settings):
    """Three people after the first round, which ended when Cleo and Ben got up; Ben came back."""
    room = dealt(lobby(ANN, BEN, CLEO, seats=3, takeover=False, **settings))
    for seat in (2, 1):
        room = after(room, log.WentAway(at=2_000, seat=seat, level=None))
    room = after(room, log.Sat(at=2_000, seat=1, who=BEN, name="Ben"))
    assert len(room.results) == 1
    return room


def test_nobody_erases_a_match_in_the_middle():
    room = between_rounds(rounds=4)
    assert room.phase == "between"
    for who in (ANN, BEN):
        assert ask(room, who, commands.Rematch(id=1)) == ["NOT_NOW"]


def test_a_match_without_an_agreed_end_is_over_when_the_host_says_so():
    room = between_rounds()
    assert (room.phase, room.match.length) == ("between", None)
    assert ask(room, BEN, commands.Rematch(id=1)) == ["NOT_THE_HOST"]
    assert isinstance(ask(room, ANN, commands.Rematch(id=1)), log.Restarted)


def test_after_the_match_anybody_at_the_table_may_begin_another():
    room = between_rounds(rounds=1)
    assert room.phase == "over"
    assert isinstance(ask(room, BEN, commands.Rematch(id=1)), log.Restarted)
    assert ask(room, CLEO, commands.Rematch(id=1)) == ["NOT_SEATED"]


def test_only_the_host_deals_the_next_round_before_all_are_ready():
    room = between_rounds(rounds=4)
    assert ask(room, BEN, commands.Start(id=1)) == ["NOT_THE_HOST"]
    assert isinstance(ask(room, ANN, commands.Start(id=1)), log.Dealt)


def test_the_same_log_makes_the_same_room():
    entries = [
        log.Opened(
            at=0, host=ANN, settings=RoomSettings(rulebook="piatnik-travel"), rulings=RULINGS
        ),
        log.Sat(at=1, seat=0, who=ANN, name="Ann"),
        log.BotSat(at=2, seat=1, level="greedy"),
        log.Dealt(at=3, seed="abc"),
        log.Acted(at=4, action=Draw()),
        log.Paused(at=5),
        log.Resumed(at=6),
    ]
    stored = [log.decode(log.encode(entry)) for entry in entries]
    assert stored == entries
    assert fold_all("ABCDEF", stored) == fold_all("ABCDEF", entries)


def test_settings_are_not_longer_than_everybody_who_comes_can_be_sent():
    house = {f"tiles.{number}": "x" * 200 for number in range(40)}
    wanted = RoomSettings(rulebook="jumbo", house=house)
    assert ask(lobby(ANN, BEN), ANN, commands.Configure(id=1, settings=wanted)) == ["BAD_SETTINGS"]
    refused = create("ABCDEF", Asked(ANN, 0, "8", LEVELS), CreateRoom(settings=wanted, name="Ann"))
    assert "too long" in refused[0].message
