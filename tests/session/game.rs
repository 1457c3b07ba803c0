//! Games from question to question: legal answers, why not, undo, and the journal that gives a game again.

use sandtable::session::game::{Game, Next, Pending, Record, Standing};
use sandtable::session::journal::{Answer, Journal};
use sandtable::session::library::Shelf;
use sandtable::session::players::Control;
use sandtable::session::scenario::stage;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

/// The duel of the transcripts: two sides of two fighters.
fn duel() -> Workspace {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set(
        "rules/duel/duel.rules",
        include_str!("../cli/sound/rules/duel/duel.rules"),
    );
    workspace.set(
        "units/duel/fighters.toml",
        include_str!("../cli/sound/units/duel/fighters.toml"),
    );
    workspace.set(
        "units/duel/scenarios/noon.toml",
        include_str!("../cli/sound/units/duel/scenarios/noon.toml"),
    );
    workspace
}

/// A person plays the law, a policy the gang.
fn with_a_person<T>(play: impl FnOnce(&Game<'_>, Record) -> T) -> T {
    let mut workspace = duel();
    let mut shelf = Shelf::new(&mut workspace);
    let scenario = stage(&mut shelf, "duel/noon", &[]).unwrap();
    let sides = ["law=person".to_owned()];
    let controls = scenario.controls(&sides, Control::Policy).unwrap();
    let journal = Journal {
        scenario: "duel/noon".to_owned(),
        mark: scenario.mark.clone(),
        seed: 7,
        answers: Vec::new(),
    };
    play(
        &Game::new(scenario, controls, None, false),
        Record::new(journal),
    )
}

fn pending(standing: Standing) -> Pending {
    match standing.next {
        Next::Question(pending) => pending,
        next @ (Next::Over(_) | Next::Stopped(_)) => panic!("{next:?}"),
    }
}

#[test]
fn a_person_is_asked_with_all_legal_answers() {
    with_a_person(|game, mut record| {
        let asked = pending(game.advance(&mut record, None));
        assert_eq!(asked.title, "At whom?");
        assert_eq!(asked.by.as_deref(), Some("The law"));
        assert_eq!(asked.answers, ["kid-1", "kid-2"]);
        assert!(record.journal.answers.is_empty());
    });
}

#[test]
fn what_is_no_answer_changes_nothing_and_says_why() {
    with_a_person(|game, mut record| {
        let before = pending(game.advance(&mut record, None));
        let kept = record.clone();
        let standing = game.advance(&mut record, Some("Doc"));
        let why = standing.rejected.clone().unwrap();
        assert!(why.iter().any(|line| line.contains("side")), "{why:?}");
        assert_eq!(pending(standing), before);
        assert_eq!(record, kept);
    });
}

#[test]
fn undo_goes_back_to_the_last_answer_of_a_person() {
    with_a_person(|game, mut record| {
        let first = pending(game.advance(&mut record, None));
        let before = record.clone();
        let second = game.advance(&mut record, Some("kid-2"));
        assert!(second.rejected.is_none());
        let chosen = Answer::Chosen("At whom?".to_owned(), "kid-2".to_owned());
        assert_eq!(record.journal.answers.first(), Some(&chosen));
        assert!(record.journal.answers.len() > 1);
        let after_one = record.clone();
        game.advance(&mut record, Some("kid-1"));
        assert!(record.undo());
        let again = game.advance(&mut record, None);
        assert_eq!(again.steps, second.steps);
        assert_eq!(record, after_one);
        assert!(record.undo());
        assert_eq!(record, before);
        assert_eq!(pending(game.advance(&mut record, None)), first);
        assert!(!record.undo());
    });
}

/// Plays to the end: the first answer each time.
fn to_the_end(game: &Game<'_>, record: &mut Record) -> Standing {
    let mut standing = game.advance(record, None);
    for _ in 0..100 {
        let Next::Question(asked) = &standing.next else {
            return standing;
        };
        let answer = asked.answers[0].clone();
        standing = game.advance(record, Some(&answer));
    }
    panic!("it does not end");
}

#[test]
fn a_journal_gives_the_game_again() {
    with_a_person(|game, mut record| {
        let played = to_the_end(game, &mut record);
        let Next::Over(outcome) = &played.next else {
            panic!("{:?}", played.next);
        };
        let journal = Journal::parse(&record.journal.text()).unwrap();
        let mut again = Record::new(journal);
        let replayed = game.advance(&mut again, None);
        assert_eq!(replayed.steps, played.steps);
        assert!(matches!(&replayed.next, Next::Over(lines) if lines == outcome));
        assert_eq!(again.journal, record.journal);
    });
}

#[test]
fn a_journal_of_other_rules_says_where_it_does_not_fit() {
    with_a_person(|game, mut record| {
        let chosen = Answer::Chosen("Which way?".to_owned(), "left".to_owned());
        record.journal.answers.push(chosen);
        let standing = game.advance(&mut record, None);
        assert!(matches!(standing.next, Next::Stopped(_)));
    });
}
