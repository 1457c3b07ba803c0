//! Games that the service holds at their questions: what it answers is what a service answers that plays the journal from its beginning.

use serde_json::{Value, json};
use std::collections::BTreeMap;

use super::Client;
use crate::editor::books;

/// Answers that people give in a game.
const ANSWERS: usize = 24;

/// A client of a service over the books that are part of the program.
fn built_in() -> Client {
    Client::over(books())
}

/// The names of all scenarios that are part of the program.
fn scenarios(client: &mut Client) -> Vec<String> {
    let workspace = client.ask("sandtable/workspace", json!({}));
    let rulesets = workspace["rulesets"].as_array().unwrap().clone();
    let scenarios = rulesets.iter().flat_map(|ruleset| {
        let rows = ruleset["scenarios"].as_array().unwrap().iter();
        rows.map(|row| row["name"].as_str().unwrap().to_owned())
    });
    scenarios.collect()
}

/// The request that goes on from an answer of the service.
fn on(game: &Value, sides: &Value, more: Value) -> Value {
    let mut asked = json!({
        "scenario": game["scenario"],
        "sides": sides,
        "journal": game["journal"],
        "people": game["people"],
    });
    let more = more.as_object().unwrap().clone();
    asked.as_object_mut().unwrap().extend(more);
    asked
}

/// A legal answer to the question of a game, the one at a place that goes round; none if there is no question.
fn legal(game: &Value, place: usize) -> Option<String> {
    let question = &game["next"]["question"];
    let answers = question["answers"].as_array()?;
    let word = match answers.len() {
        0 => question["values"].as_str()?.split([' ', ',']).next()?,
        n => answers[place % n].as_str()?,
    };
    Some(word.to_owned())
}

/// All that an answer says but for its steps.
fn besides_steps(game: &Value) -> Value {
    let mut rest = game.clone();
    let fields = rest.as_object_mut().unwrap();
    fields.remove("steps");
    fields.remove("steps_before");
    fields.remove("steps_left_out");
    rest
}

/// The places of the pieces of a board, by their names; none that is hidden.
fn places(game: &Value) -> BTreeMap<String, String> {
    let pieces = game["board"]["pieces"].as_array();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let pieces = pieces.into_iter().flatten();
    let pieces = pieces.map(|piece| (text(&piece["unit"]), text(&piece["place"])));
    pieces.filter(|(unit, _)| !unit.is_empty()).collect()
}

/// Whoever follows the steps from one board knows the next.
fn moves_are_told(scenario: &str, before: &Value, after: &Value, steps: &[Value]) -> usize {
    let mut told = places(before);
    let mut n_moves = 0;
    for step in steps {
        if let Some(to) = step["to"].as_str() {
            let unit = step["units"][0].as_str().unwrap();
            told.insert(unit.to_owned(), to.to_owned());
            n_moves += 1;
        }
    }
    for (unit, place) in places(after) {
        assert_eq!(told.get(&unit), Some(&place), "{scenario}: {unit}");
    }
    n_moves
}

#[test]
fn a_held_game_is_the_game_of_its_journal() {
    let mut holds = built_in();
    let mut replays = built_in();
    let (mut n_answers, mut n_moves) = (0, 0);
    for scenario in scenarios(&mut holds) {
        let begun = json!({ "scenario": scenario, "seed": 7 });
        let sides = holds.ask("sandtable/game", begun.clone())["sides"].clone();
        let sides = sides.as_array().unwrap().iter();
        let sides: Value = sides.map(|side| json!([side["name"], "person"])).collect();
        let mut asked = begun;
        asked["sides"] = sides.clone();
        let mut game = holds.ask("sandtable/game", asked.clone());
        let mut steps = game["steps"].as_array().unwrap().clone();
        let mut has_gap = game["steps_left_out"] != 0;
        for n in 0..ANSWERS {
            let number = |game: &Value, key: &str| game[key].as_u64().unwrap() as usize;
            let from = number(&game, "steps_in_all");
            // A word that is no answer leaves the game at its question.
            let more = json!({ "answer": "no such answer", "steps_from": from });
            let same = holds.ask("sandtable/game", on(&game, &sides, more));
            assert_eq!(same["next"], game["next"], "{scenario}");
            assert!(same["steps"].as_array().unwrap().is_empty(), "{scenario}");
            let Some(word) = legal(&game, 5 * n + 1) else {
                break;
            };
            n_answers += 1;
            let more = json!({ "answer": word, "steps_from": from });
            asked = on(&game, &sides, more);
            let before = game;
            game = holds.ask("sandtable/game", asked.clone());
            let n_before = number(&game, "steps_before");
            assert!(n_before <= from, "{scenario}");
            match n_before {
                0 => steps.clear(),
                _ => steps.truncate(steps.len() - (from - n_before)),
            }
            has_gap = number(&game, "steps_left_out") > 0 || has_gap && n_before > 0;
            let new = game["steps"].as_array().unwrap();
            if n_before > 0 && game["steps_left_out"] == 0 {
                n_moves += moves_are_told(&scenario, &before, &game, new);
            }
            steps.extend(new.iter().cloned());
        }
        let replayed = replays.ask("sandtable/game", asked);
        assert_eq!(replayed["steps_before"], 0);
        assert_eq!(besides_steps(&replayed), besides_steps(&game), "{scenario}");
        if has_gap {
            // The end is there in any case.
            let end = |steps: &[Value]| steps[steps.len() - 1_000..].to_vec();
            let all = replayed["steps"].as_array().unwrap();
            assert!(end(all) == end(&steps), "{scenario}");
        } else {
            assert_eq!(game["steps_in_all"], steps.len(), "{scenario}");
            // Compared apart: an array of ten thousand steps is no message.
            let is_whole = replayed["steps_left_out"] == 0;
            assert!(
                !is_whole || replayed["steps"] == Value::Array(steps),
                "{scenario}"
            );
        }
    }
    assert!(n_answers > 100 && n_moves > 20, "{n_answers} {n_moves}");
}
