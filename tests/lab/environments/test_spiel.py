"""OpenSpiel's game: its figures, whose turn it is, what is told to whom."""

import numpy as np
import pytest

from tilerummy.lab.environments.layout import CHOICES, LAYOUT, MOVES
from tilerummy.lab.environments.single import SingleRound
from tilerummy.lab.errors import LabError
from tilerummy.rules import rulebook

pyspiel = pytest.importorskip("pyspiel")
spiel = pytest.importorskip("tilerummy.lab.environments.spiel")

PRIVATE = {"rack", "unseen", "hand", "owed", "row", "draft"}
TILE_BY_TILE = {"hand", "owed", "row", "draft"}


def load(**options):
    told = ",".join(f"{name}={value}" for name, value in options.items())
    return pyspiel.load_game(f"python_tilerummy({told})")


def dealt(game, *digits):
    state = game.new_initial_state()
    for digit in digits or (1, 2, 3, 4):
        state.apply_action(digit)
    return state


@pytest.mark.parametrize(
    ("options", "players", "actions", "longest"),
    [
        ({}, 2, CHOICES, 4 * 106 + 4 * 2),
        ({"players": 4}, 4, CHOICES, 4 * 106 + 4 * 4),
        ({"actions": "tiles"}, 2, MOVES, (4 * 106 + 4 * 2) * 41),
        ({"actions": "tiles", "moves": 3}, 2, MOVES, (4 * 106 + 4 * 2) * 4),
        ({"rules": "twist"}, 2, CHOICES, 4 * len(rulebook("twist").deck) + 4 * 2),
    ],
)
def test_the_size_of_the_game(options, players, actions, longest):
    game = load(**options)
    assert (game.num_players(), game.num_distinct_actions()) == (players, actions)
    assert game.max_game_length() == longest
    assert game.max_chance_outcomes() == 64
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2500, 2500, 0)


def test_the_kind_of_game():
    kind = load().get_type()
    assert (kind.short_name, kind.min_num_players, kind.max_num_players) == (
        *("python_tilerummy", 2, 6),
    )
    assert kind.provides_information_state_string
    assert not kind.provides_information_state_tensor
    assert kind.provides_observation_string
    assert kind.provides_observation_tensor
    assert kind.provides_factored_observation_string


def test_a_game_made_without_parameters_is_that_of_two_players_of_jumbo():
    game = spiel.TileRummyGame()
    assert (game.rules.id, game.seats, game.actions, game.moves) == ("jumbo", 2, "plays", 40)
    assert game.new_initial_state().num_players() == 2


def test_actions_are_plays_or_tiles():
    with pytest.raises(LabError, match="plays or tiles, not 'words'"):
        spiel.TileRummyGame({"actions": "words"})


def test_four_chance_nodes_choose_the_seed():
    state = load().new_initial_state()
    for number, digit in enumerate((5, 0, 63, 7)):
        assert state.is_chance_node()
        assert state.current_player() == pyspiel.PlayerId.CHANCE
        assert not state.is_terminal()
        assert state.returns() == [0.0, 0.0]
        assert str(state) == f"before the deal, seed {[5, 0, 63, 7][:number]}"
        outcomes = state.chance_outcomes()
        assert [outcome for outcome, _ in outcomes] == list(range(64))
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, digit) == (
            f"digit {digit} of the seed"
        )
        state.apply_action(digit)
    same = SingleRound(rulebook("jumbo"))
    same.deal("5.0.63.7")
    assert not state.is_chance_node()
    assert state.current_player() == same.turn
    assert str(state) == same.information_state(same.turn)


def test_the_seat_in_turn_alone_may_act():
    state = dealt(load())
    seat = state.current_player()
    assert state.legal_actions(seat) == np.flatnonzero(state.round.mask).tolist()
    assert state.legal_actions(1 - seat) == []
    assert state.action_to_string(seat, 0) == state.round.action_text(0)


def test_a_round_ends_with_its_scores():
    state = dealt(load())
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(state.legal_actions()[-1])
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == list(state.round.scores)
    assert sum(state.returns()) == 0
    assert state.returns() != [0.0, 0.0]


def seen_with(game, **kind):
    return game.make_py_observer(pyspiel.IIGObservationType(**kind))


@pytest.mark.parametrize("actions", ["plays", "tiles"])
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("private", ["SINGLE_PLAYER", "NONE"])
def test_an_observer_shows_the_parts_that_it_is_asked_for(actions, public, private):
    game = load(actions=actions)
    state = dealt(game)
    own = private == "SINGLE_PLAYER"
    observer = seen_with(
        game,
        public_info=public,
        perfect_recall=False,
        private_info=getattr(pyspiel.PrivateInfoType, private),
    )
    parts = [
        name
        for name in LAYOUT
        if (own if name in PRIVATE else public) and (actions == "tiles" or name not in TILE_BY_TILE)
    ]
    assert list(observer.dict) == parts
    assert len(observer.tensor) == sum(LAYOUT[name].length for name in parts)
    for player in (0, 1):
        observer.set_from(state, player)
        numbers = state.round.observe(player)
        for name in parts:
            assert observer.dict[name].tolist() == numbers[LAYOUT[name].place].tolist()
        sight = state.round.sight(player)
        lines = [sight.public] * public + [sight.private] * own
        assert observer.string_from(state, player) == "\n".join(lines)
    before = game.new_initial_state()
    observer.set_from(before, 0)
    assert not observer.tensor.any()
    assert observer.string_from(before, 0) == "before the deal"


def test_with_perfect_recall_everything_seen_is_told_in_words():
    game = load()
    state = dealt(game)
    observer = seen_with(game, public_info=True, perfect_recall=True)
    assert (observer.tensor, observer.dict) == (None, {})
    observer.set_from(state, 0)
    for player in (0, 1):
        assert observer.string_from(state, player) == state.round.information_state(player)


def test_by_itself_an_observer_sees_what_its_player_sees_now():
    game = load()
    assert "rack" in game.make_py_observer().dict
    with pytest.raises(LabError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})
