"""Games as states, and environments."""

import struct
import warnings
from fractions import Fraction

import pytest

import sandtable
from sandtable._sandtable import Dice


def outpost() -> sandtable.Game:
    return sandtable.open("pips").game("outpost")


def test_a_game_is_played_taken_back_and_restored() -> None:
    game = outpost()
    assert game.sides == ("blue", "red")
    assert not game.is_over and game.answers
    first = game.state
    dice = Dice(1)
    while not game.is_over and len(game) < 60:
        game.roll(dice)
    assert len(game) > 5
    copy = game.copy()
    there = game.state
    game.undo(len(game))
    assert game.state == first and len(game) == 0
    assert copy.state == there and hash(copy.state) == hash(there)
    again = sandtable.restore(copy.serialise())
    assert again.state.observation(0) == there.observation(0)
    assert again.question == copy.question
    with pytest.raises(IndexError):
        game.undo()


def test_the_same_seed_plays_the_same_game() -> None:
    def course(seed: int) -> list[str]:
        game, dice, given = outpost(), Dice(seed), []
        while not game.is_over and len(game) < 80:
            given.append(game.roll(dice))
        return given

    assert course(5) == course(5)
    assert course(5) != course(6)


def test_chances_of_dice_are_exact() -> None:
    game, dice = outpost(), Dice(2)
    seen = 0
    while not game.is_over and seen < 20 and len(game) < 5_000:
        chances = game.chances()
        if game.question.kind in ("roll", "draw"):
            seen += 1
            assert sum(chances.values()) == 1
            if game.question.title == "d6":
                assert chances == {str(face): Fraction(1, 6) for face in range(1, 7)}
        else:
            assert chances == {}
        game.roll(dice)
    assert seen


def test_illegal_answers_are_refused_and_change_nothing() -> None:
    game = outpost()
    before = game.state
    with pytest.raises(sandtable.SandtableError):
        game.apply("no such answer")
    with pytest.raises(sandtable.SandtableError):
        game.apply(100_000)
    with pytest.raises(sandtable.SandtableError):
        game.state.after(100_000)
    assert game.state == before


def built_in() -> list[tuple[str, str]]:
    return [(book, scenario) for book in sandtable.rulesets() for scenario in sandtable.open(book).scenarios]


def test_built_in_scenarios_are_found() -> None:
    assert len(built_in()) >= 8 and len({book for book, _ in built_in()}) >= 4


@pytest.mark.parametrize(("book", "scenario"), built_in())
def test_built_in_scenarios_pass_the_api_test(book: str, scenario: str) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from sandtable.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.api_test(env(sandtable.open(book).game(scenario)), num_cycles=100)


def cards() -> sandtable.Game:
    book = sandtable.starter("cards")
    return book.game(book.scenarios[0])


def test_a_game_of_hidden_cards_passes_the_api_test() -> None:
    test = pytest.importorskip("pettingzoo.test")
    from sandtable.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.api_test(env(cards()), num_cycles=200)


def test_cards_of_others_are_hidden() -> None:
    game, dice = cards(), Dice(3)
    one, other = game.sides[:2]
    differ = False
    for _ in range(30):
        if game.is_over:
            break
        mine, theirs = game.seen_by(one), game.seen_by(other)
        differ = differ or mine != theirs
        assert len(mine) == len(theirs)
        game.roll(dice)
    assert differ and any(unit.hidden for unit in game.seen_by(one))


def test_too_many_answers_are_an_error() -> None:
    pytest.importorskip("pettingzoo")
    from sandtable.pettingzoo import env

    small = env("pips/outpost", max_actions=1)
    with pytest.raises(sandtable.SandtableError, match="max_actions"):
        small.reset(seed=1)


def test_illegal_actions_are_an_error() -> None:
    pytest.importorskip("pettingzoo")
    from sandtable.pettingzoo import env

    one = env("pips/outpost")
    one.reset(seed=1)
    observation, *_ = one.last()
    n_legal = int(observation["action_mask"].sum())
    assert n_legal == len(one.answers()) and observation["action_mask"][:n_legal].all()
    with pytest.raises(sandtable.SandtableError):
        one.step(n_legal)
    idle = next(agent for agent in one.agents if agent != one.agent_selection)
    assert not one.observe(idle)["action_mask"].any()


# Nobody decides the weather, whose options are worth nothing: it is the first, fair. Nobody decides the wind, where the second is worth more.
# Either in another way, and Ann has won before Ben is asked.
NOBODYS = {
    "rules/calm/calm.rules": """\
ruleset calm "Calm"
  sides ann "Ann", ben "Ben"

kind side "Player"
  track  is-rowing: yes or no

sequence race "A race"
  choose "the weather"
    "fair": set ann.is-rowing to yes
    "foul": end game won by ann
  choose "the wind"
    "head", worth 1: end game won by ann
    "none", worth 2: set ben.is-rowing to yes
  choose by ben "what to do"
    "row" if ann.is-rowing and ben.is-rowing: end game won by ben
    "drift": stop
""",
    "units/calm/scenarios/race.toml": """\
name = "A race"
rules = "calm"
play = "race"
""",
}


def nobodys() -> sandtable.Game:
    book = sandtable.open(NOBODYS, name="calm")
    assert book.check().ok, book.check()
    return book.game(book.scenarios[0])


def test_a_choice_of_nobody_is_left_to_the_rules() -> None:
    state = nobodys().state
    assert state.side is None and state.answer_of_nobody == 0
    state = state.after(0)
    assert state.side is None and state.answer_of_nobody == 1
    state = state.after(1)
    assert state.side == 1 and state.answer_of_nobody is None


def test_an_open_game_is_observed_whole() -> None:
    state = nobodys().state
    for answer, seat, ann, ben in ((0, -1, 0, 0), (1, -1, 1, 0), (None, 1, 1, 1)):
        # The decision and the seat, then each unit: it is known; whether it is destroyed, removed, rowing.
        expected = (state.decision, seat, 1, 0, 0, ann, 1, 0, 0, ben)
        for viewer in (0, 1):
            assert struct.unpack("10i", state.observation(viewer)) == expected
        state = state if answer is None else state.after(answer)


def test_an_answer_is_worded_as_in_the_list() -> None:
    for game in (outpost(), cards()):
        dice = Dice(4)
        for _ in range(40):
            state = game.state
            if game.is_over:
                break
            assert [state.word(answer) for answer in state.answers()] == state.words()
            # Units that the side does not know have one name, but for a number.
            assert [state.number_of(word) for word in state.words()] == state.answers()
            word = game.roll(dice)
            assert word in state.words()


def test_an_environment_does_not_ask_what_nobody_decides() -> None:
    pytest.importorskip("pettingzoo")
    from sandtable.pettingzoo import env

    one = env(nobodys())
    one.reset(seed=1)
    # Ann, in seat 0, is asked nothing.
    assert one.agent_selection == "ben" and one.answers() == ["row", "drift"]
    one.step(0)
    assert one.rewards == {"ann": -1.0, "ben": 1.0}


# Ann has the first option of three; the policy `careful` is for the last. Ann then wins on her bonus or less.
DARE = {
    "rules/dare/dare.rules": """\
ruleset dare "A dare"
  sides ann "Ann", ben "Ben"

kind side "Player"
  track  bonus: 0..6

sequence dare "A dare"
  choose by ann "what to do"
    "leap": end game won by ben
    "fall": end game won by ben
    "wait": set ben.bonus to 1
  if d6 <= ann.bonus: end game won by ann
  end game won by ben

policy careful "Careful"
  in dare "what to do"
    "wait", worth 1
""",
    "units/dare/scenarios/dare.toml": """\
name = "A dare"
rules = "dare"
play = "dare"

[side.ann]
bonus = 6
""",
}


def dare() -> sandtable.Book:
    book = sandtable.open(DARE, name="dare")
    assert book.check().ok, book.check()
    return book


def test_a_side_follows_a_policy_of_the_rules() -> None:
    book = dare()
    assert book.sample("dare", games=20).endings == {"the game ends, won by Ben": 20}
    careful = book.sample("dare", games=20, sides={"ann": "careful"})
    assert careful.endings == {"the game ends, won by Ann": 20}
    # Players that search need no advice.
    assert book.sample("dare", games=20, sides={"ann": "search:50"}).endings == careful.endings
    with pytest.raises(sandtable.SandtableError):
        book.sample("dare", games=20, sides={"ann": "careless"})


def test_a_report_follows_values_at_the_end() -> None:
    report = dare().report("dare", games=50, sides={"ann": "careful"}, tracks=["ben.bonus"])
    assert report["schema"] == "sandtable/report/1" and report["games"] == 50


def test_a_value_is_tuned_to_an_aim() -> None:
    # Ann wins with a bonus of n in n of 6 games: 3 is half of them.
    document = dare().tune("dare", {"ann.bonus": range(1, 6)}, "winner is ann = 50 %", games=4_000, sides={"ann": "careful"})
    nearest = max(document["values"], key=lambda value: value["nearest"])
    assert [change["value"] for change in nearest["changes"]] == ["3"]
