"""Odds, tables, traces and findings. Numbers are worked by hand: how is said beside them."""

from fractions import Fraction

import pytest

import sandtable


def shoot() -> sandtable.Book:
    return sandtable.open("hex-command-mechanized")


def test_exact_fractions_of_a_built_in_book() -> None:
    odds = shoot().odds("direct-fire", firer="panther", target="sherman", range=7, cover=1)
    # README.md works the first of them out: 2/3, and of the rest movement 2/9, combat and defence 1/18 each.
    assert sum(odds.values()) == 1
    assert odds["no effect"] == Fraction(2, 3)
    assert odds["Sherman: movement hits 1"] == Fraction(2, 9)
    assert odds.get("nothing like this", 0) == 0
    assert dict(odds.modifiers) == {"cover": -1, "Pak-40": 1}
    assert odds.assumed["hull-down"] == "no"


def test_words_are_keys() -> None:
    odds = shoot().odds("to-hit", firer="panther", target="sherman", range=7)
    assert dict(odds) == {"hit": Fraction(1, 2), "miss": Fraction(1, 2)}
    with pytest.raises(TypeError):
        _ = odds.mean


def test_tables_have_columns() -> None:
    table = shoot().table("to-hit", firer="panther", target="sherman", range=range(7, 9))
    assert list(table) == ["range", "outcome", "chance", "percent"]
    assert table["range"] == [7, 7, 8, 8]
    assert table["outcome"] == ["hit", "miss", "hit", "miss"]
    assert table["chance"] == [Fraction(1, 2)] * 4
    frame = pytest.importorskip("pandas") and table.to_pandas()
    assert list(frame.columns) == list(table) and len(frame) == table.n_rows == 4
    polars = pytest.importorskip("polars") and table.to_polars(exact=True)
    assert polars["chance"].to_list() == ["1/2"] * 4
    arrow = pytest.importorskip("pyarrow") and table.to_arrow()
    assert arrow.column_names == list(table) and arrow["range"].to_pylist() == [7, 7, 8, 8]


def test_a_trace_takes_dice() -> None:
    trace = shoot().trace("to-hit", firer="panther", target="sherman", range=7, cover=1, dice=["blue-star"])
    assert trace.outcome in ("hit", "miss")
    assert [face for _, face in trace.dice] == ["blue-star"]
    assert any("5.3-1" in step.sections for step in trace.steps)


def test_errors_have_code_help_and_place() -> None:
    with pytest.raises(sandtable.SandtableError) as caught:
        shoot().odds("no-such-rule")
    assert caught.value.code == "E0512"
    assert caught.value.help is not None and "list" in caught.value.help
    assert caught.value.span is not None and caught.value.span.start == 0
    with pytest.raises(sandtable.SandtableError) as unknown:
        sandtable.open("no-such-book")
    assert unknown.value.code == "E0511"


def test_a_broken_text_is_checked_not_refused() -> None:
    book = sandtable.open('ruleset broken "Broken"\n\nroll save\n  wrong wrong\n')
    check = book.check()
    assert not check.ok and check.errors[0].span is not None
    assert check.errors[0].span.line >= 3
    with pytest.raises(sandtable.SandtableError):
        book.odds("save")


def test_a_built_in_book_is_sound_and_its_examples_pass() -> None:
    book = sandtable.open("pips")
    assert book.check().ok
    examples = book.examples()
    assert examples and all(example.passed for example in examples)
    coverage = book.coverage()
    assert coverage.exercised <= coverage.encoded <= coverage.total


def test_samples_say_that_they_are_samples() -> None:
    odds = shoot().odds("to-hit", firer="panther", target="sherman", range=7, sample=2_000, seed=3)
    assert odds.runs == 2_000 and sum(odds.values()) == 1
    assert abs(odds["hit"] - Fraction(1, 2)) < Fraction(1, 20)  # 4.5 standard deviations of 0.011


def test_pictures_are_well_formed() -> None:
    from xml.etree import ElementTree

    odds = shoot().odds("direct-fire", firer="panther", target="sherman", range=7, cover=1)
    svg = ElementTree.fromstring(odds._repr_svg_())
    assert len(svg.findall("{http://www.w3.org/2000/svg}rect")) == 1 + len(odds)
    assert "2/3" in odds._repr_html_()


def test_given_by_a_function_is_conditional_chance() -> None:
    odds = shoot().odds("direct-fire", firer="panther", target="sherman", range=7, cover=1)
    hurt = odds.given(lambda outcome: outcome != "no effect")
    # Of 1/3: 2/9 is two thirds, 1/18 a sixth.
    assert sorted(hurt.values()) == [Fraction(1, 6), Fraction(1, 6), Fraction(2, 3)]
    with pytest.raises(ValueError):
        odds.given(lambda outcome: False)


def test_given_by_a_condition_of_the_rules() -> None:
    odds = shoot().odds("direct-fire", firer="panther", target="sherman", range=7, cover=1)
    hurt = odds.given("target.movement-hits >= 1")
    assert dict(hurt) == {"Sherman: movement hits 1": Fraction(1)}


def test_numbers_have_mean_and_tails() -> None:
    # One value at the end: movement hits are 0 in 7 of 9 cases and 1 in 2 of 9.
    odds = shoot().odds(
        "direct-fire", firer="panther", target="sherman", range=7, cover=1, track="target.movement-hits"
    )
    assert dict(odds) == {0: Fraction(7, 9), 1: Fraction(2, 9)}
    assert odds.mean == odds.at_least(1) == Fraction(2, 9)
    assert odds.at_most(0) == Fraction(7, 9)
    assert odds.std_dev == pytest.approx((14 / 81) ** 0.5)


def test_two_situations_are_compared() -> None:
    both = shoot().compare("to-hit", {"cover": 1}, firer="panther", target="sherman", range=7)
    assert both["hit"][0] == Fraction(1, 2)
    assert both.difference("hit") == both["hit"][1] - both["hit"][0] != 0


def test_progress_is_told_and_its_exception_ends_the_work() -> None:
    book = sandtable.open("pips")

    class Enough(Exception):
        pass

    def stop(work: str, done: int, about: int) -> None:
        raise Enough(work)

    with pytest.raises(Enough):
        book.sample("outpost", games=100_000, sides={"blue": "random", "red": "random"}, progress=stop)
    # The next question is answered as if nothing had been.
    assert book.examples("") is not None


def test_the_program_is_part_of_the_package() -> None:
    import subprocess
    import sys

    ran = subprocess.run(
        [sys.executable, "-m", "sandtable", "odds", "hex-command-mechanized", "to-hit", "firer=panther", "target=sherman", "range=7"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "hit" in ran.stdout and "1/2" in ran.stdout


MARCH = {
    "rules/march/march.rules": """\
ruleset march "March"

kind detachment "Detachment"
  force     0..12 by 1/2
  track     tired: 0..3 by 1/4
  track     steps: 0..2, starts 2

formula in-battle "Force in battle" (detachment, on-hill: yes or no, help: 0..4 by 1/2) -> 0..24 by 1/4
  result (detachment.force + help) * (1 1/2 if on-hill otherwise 1)

action night-march "Night march" (detachment)
  if d6 >= 5: add 3/4 to detachment.tired

action mortar-fire "Mortar fire" (targets: several detachment)
  each target: targets
    if d6 >= 4: take 1 from target.steps
""",
    "units/march/units.toml": """\
[detachment.column]
name = "Column"
force = 2.5

[detachment.rearguard]
name = "Rearguard"
force = "1 1/2"
""",
}


def march() -> sandtable.Book:
    book = sandtable.open(MARCH, name="march")
    assert book.check().ok, book.check()
    return book


def test_numbers_in_halves_and_quarters_are_fractions() -> None:
    book = march()
    # 2 1/2 and 1/2 make 3, times 1 1/2 is 4 1/2; without a hill and with 1 1/2 more than 2 1/2 it is 4.
    half = Fraction(1, 2)
    assert dict(book.odds("in-battle", detachment="column", on_hill=True, help=half)) == {Fraction(9, 2): 1}
    for help in (Fraction(3, 2), 1.5, "1 1/2"):
        assert dict(book.odds("in-battle", detachment="column", on_hill=False, help=help)) == {4: 1}
    # 5 or 6 of a die tires by 3/4: a third of 3/4 is the mean.
    tired = book.odds("night-march", detachment="column", track="detachment.tired")
    assert dict(tired) == {0: Fraction(2, 3), Fraction(3, 4): Fraction(1, 3)}
    assert tired.mean == Fraction(1, 4) and tired.at_least(half) == Fraction(1, 3)
    assert ">3/4<" in tired._repr_html_() and ">2/3<" in tired._repr_html_()


def test_tables_have_columns_of_halves() -> None:
    given = {"detachment": "column", "on-hill": False}
    table = march().table("in-battle", given=given, help=[0, Fraction(1, 2), 2.0])
    rows = [(row["help"], row["outcome"]) for row in table.rows() if row["chance"] == 1]
    assert rows == [(0, Fraction(5, 2)), (Fraction(1, 2), 3), (2, Fraction(9, 2))]
    assert all(isinstance(value, Fraction) for value in table["help"])
    assert set(table.columns()["outcome"]) == {2.5, 3.0, 4.5}
    assert ">4 1/2<" in table._repr_html_()


def test_numbers_are_read_and_written_as_in_rules() -> None:
    from sandtable._numbers import number, written

    for value in (Fraction(n, 8) for n in range(-40, 41)):
        assert number(written(value)) == value
    assert [written(Fraction(n, 4)) for n in (-9, -2, 0, 1, 4, 10)] == ["-2 1/4", "-1/2", "0", "1/4", "1", "2 1/2"]
    assert all(number(word) is None for word in ("", "-", "2:1", "1/3", "1 2", "M", "2 1/2 "))


def test_a_parameter_takes_several_units() -> None:
    book = march()
    both = book.odds("mortar-fire", targets=["column", "rearguard"])
    # Each loses a step with 1/2, by itself.
    assert len(both) == 4 and set(both.values()) == {Fraction(1, 4)}
    left = book.odds("mortar-fire", targets=["column", "rearguard"], track="column.steps")
    assert dict(left) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert len(book.odds("mortar-fire", targets=[])) == 1
    trace = book.trace("mortar-fire", targets=["column", "rearguard"], dice=[4, 3])
    assert trace.values["column.steps"] == 1 and trace.values["rearguard.steps"] == 2
    fewer = book.compare("mortar-fire", {"targets": ["rearguard"]}, targets=["column", "rearguard"])
    assert fewer["no effect"] == (Fraction(1, 4), Fraction(1, 2))
