//! Games from question to question: legal answers, why not, undo, and the journal that gives a game again.

use sandtable::explain::scripted::Moment;
use sandtable::explain::trace::Step;
use sandtable::present::record_sheet::{Addressee, RecordSheets};
use sandtable::session::game::{Game, Next, Pending, Record, Standing};
use sandtable::session::journal::{Answer, Journal};
use sandtable::session::library::RulesetCache;
use sandtable::session::players::{Control, People, PlayerQuestion, Response};
use sandtable::session::scenario::set_up;
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
    with_a_game(false, |game, record| play(&game, record))
}

/// The same game, in which the reasons are told for what does not apply if `has_reasons`.
fn with_a_game<T>(has_reasons: bool, play: impl FnOnce(Game<'_>, Record) -> T) -> T {
    let mut workspace = duel();
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "duel/noon", &[]).unwrap();
    let sides = ["law=person".to_owned()];
    let controls = scenario.controls(&sides, Control::Policy).unwrap();
    let journal = Journal {
        scenario: "duel/noon".to_owned(),
        mark: scenario.mark.clone(),
        seed: 7,
        answers: Vec::new(),
    };
    play(
        Game::new(scenario, controls, None, has_reasons),
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

/// Nothing in the duel can be hidden, so the only person hears no less than everybody.
#[test]
fn without_secrets_a_side_is_told_everything() {
    let steps = |has_reasons: bool, is_open: bool| {
        with_a_game(has_reasons, |game, mut record| {
            let game = match is_open {
                true => game.shown_to(None),
                false => game,
            };
            assert_eq!(game.viewer().is_none(), is_open);
            game.advance(&mut record, Some("kid-2")).steps().to_vec()
        })
    };
    let told = steps(true, false);
    assert_eq!(told, steps(true, true));
    assert!(told.len() > steps(false, false).len(), "{told:#?}");
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
        assert_eq!(again.steps(), second.steps());
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
        assert_eq!(replayed.steps(), played.steps());
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

/// Takes the first answer; writes down the record sheets of the pieces that each question is about.
struct Clerk<'a> {
    sheets: RecordSheets<'a>,
    written: String,
    n_left: u32,
}

impl People for Clerk<'_> {
    fn ask(&mut self, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Response {
        let (title, answer) = match asked {
            PlayerQuestion::Choice(wording, offer) => (
                wording.decision.title.clone(),
                offer.answers().next().unwrap(),
            ),
            PlayerQuestion::Fact(judgement, _) => (judgement.fact.clone(), 0),
        };
        // The first two questions, and the first of the second round.
        let is_written = [9, 8, 1].contains(&self.n_left);
        let units = if is_written { moment.units } else { &[] };
        if is_written {
            self.written.push_str(&format!("{title}\n"));
        }
        for unit in units {
            let lines = self.sheets.lines(*unit, moment.state).join("\n");
            self.written.push_str(&format!("{lines}\n"));
        }
        let last = moment.steps.last().map(|step: &Step| step.text.as_str());
        if is_written {
            let last = last.unwrap_or("nothing");
            self.written.push_str(&format!("({last})\n\n"));
        }
        self.n_left -= 1;
        match self.n_left {
            0 => Response::Leave,
            _ => Response::Answer(answer),
        }
    }

    fn keep(&mut self, _journal: &Journal) {}
}

/// Of a choice the unit that acts, of a fact the unit that it is about: with what changes, what is marked, and its parts.
#[test]
fn people_see_the_pieces_that_are_asked_about() {
    let mut workspace = duel();
    let rules = include_str!("../cli/sound/rules/duel/duel.rules");
    let rules = rules.replace(
        "  track  wounds: 0..2  \"Wounds\"\n",
        "  guns   list of gun\n  traits left-handed\n  track  wounds: 0..2  \"Wounds\"\n  track  has-fired: yes or no \"has fired\"\n\nkind gun \"Gun\"\n  reach  1..50  \"Reach\"\n  track  rounds: 0..6, starts 6  \"Rounds\"\n",
    );
    let rules = rules.replace(
        "  add 1 to firer.side.shots\n",
        "  add 1 to firer.side.shots\n  set firer.has-fired to yes\n  each gun of firer: take 1 from gun.rounds\n",
    );
    workspace.set("rules/duel/duel.rules", rules);
    let units = include_str!("../cli/sound/units/duel/fighters.toml");
    let units = units.replace(
        "aim = 4\n",
        "aim = 4\ntraits = [\"left-handed\"]\nguns = [\"winchester\"]\n",
    );
    let units = units.replace("aim = 5\n", "aim = 5\nguns = [\"colt\", \"derringer\"]\n");
    let guns = "[gun.winchester]\nname = \"Winchester\"\nreach = 30\n[gun.colt]\nname = \"Colt\"\nreach = 8\n[gun.derringer]\nname = \"Derringer\"\nreach = 2\n";
    workspace.set("units/duel/fighters.toml", format!("{units}\n{guns}"));
    let scenario = include_str!("../cli/sound/units/duel/scenarios/noon.toml");
    let start = scenario.find("[facts]").unwrap();
    let end = scenario.find("[side.law]").unwrap();
    let scenario = [&scenario[..start], &scenario[end..]].concat();
    workspace.set("units/duel/scenarios/noon.toml", scenario);

    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "duel/noon", &[]).unwrap();
    let sides = ["law=person".to_owned(), "gang=person".to_owned()];
    let controls = scenario.controls(&sides, Control::Policy).unwrap();
    let game = Game::new(scenario, controls, None, false);
    let mut clerk = Clerk {
        sheets: RecordSheets::new(
            &game.scenario.ruleset.book,
            &game.scenario.situation,
            &game.lowered,
        ),
        written: String::new(),
        n_left: 9,
    };
    let mut record = Record::default();
    assert!(game.play(&mut record, &mut clerk).has_left);
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("the_pieces_asked_about", clerk.written);
    });
}

/// Takes the first answer; writes down the piece that each question asks.
struct Crier<'a> {
    sheets: RecordSheets<'a>,
    units: Vec<String>,
    written: Vec<String>,
}

impl People for Crier<'_> {
    fn ask(&mut self, asked: &PlayerQuestion<'_>, moment: Moment<'_>) -> Response {
        let PlayerQuestion::Choice(wording, offer) = asked else {
            return Response::Leave;
        };
        let by = offer.by();
        let of = match self.sheets.asked(by, moment.units, moment.state) {
            Addressee::Piece(at) => format!("asks {}", self.units[at]),
            Addressee::About(at) => format!("is about {}", self.units[at]),
            Addressee::Side => "asks a side".to_owned(),
        };
        self.written
            .push(format!("{}: {of}", wording.decision.title));
        Response::Answer(offer.answers().next().unwrap())
    }

    fn keep(&mut self, _journal: &Journal) {}
}

/// What the questions of a game ask, one line each.
fn cried(rules: &str) -> Vec<String> {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/march/march.rules", rules.to_owned());
    workspace.set("units/march/scouts.toml", "[scout.rider]\n".to_owned());
    let scenario = "rules = \"march\"\nplay = \"march\"\n[side.red]\n[side.blue]\n[unit.ann]\nis = \"rider\"\nside = \"red\"\nname = \"Ann\"\n[unit.ben]\nis = \"rider\"\nside = \"blue\"\nname = \"Ben\"\n";
    workspace.set("units/march/scenarios/day.toml", scenario.to_owned());
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "march/day", &[]).unwrap();
    let sides = ["red=person".to_owned(), "blue=person".to_owned()];
    let controls = scenario.controls(&sides, Control::Policy).unwrap();
    let game = Game::new(scenario, controls, None, false);
    let mut crier = Crier {
        sheets: RecordSheets::new(
            &game.scenario.ruleset.book,
            &game.scenario.situation,
            &game.lowered,
        ),
        units: game.scenario.situation.unit_titles(),
        written: Vec::new(),
    };
    game.play(&mut Record::default(), &mut crier);
    crier.written
}

/// Ann's walk alone has more steps than a run keeps.
#[test]
fn questions_name_the_piece_also_when_the_story_is_full() {
    let rules = "ruleset march \"March\"\n  sides red, blue\n\nkind side \"Side\"\n\nkind scout \"Scout\"\n  track steps: 0..200000\n\naction walk (scout)\n  repeat 110000 times: add 1 to scout.steps\n  choose by scout.side \"which way?\"\n    \"left\": stop\n    \"right\": add 1 to scout.steps\n\nsequence march \"March\"\n  repeat 2 times\n    each scout: walk(scout)\n";
    let asked = ["asks Ann", "asks Ben", "asks Ann", "asks Ben"];
    let asked: Vec<String> = asked.map(|of| format!("which way?: {of}")).into();
    assert_eq!(cried(rules), asked);
}

/// Ann fires at Ben: he is asked, though she is the first of the two. When she passes, his side is asked, and she is no piece of it.
#[test]
fn questions_name_a_piece_of_the_side_that_is_asked() {
    let rules = "ruleset march \"March\"\n  sides red, blue\n\nkind side \"Side\"\n\nkind scout \"Scout\"\n  track steps: 0..9\n\nwindow fired-at \"A scout is fired at\" (firer: scout, target: scout)\n\nreaction answer \"Fires back\"\n  at fired-at by target.side\n  add 1 to target.steps\n\nwindow passing \"A scout passes\" (walker: scout, watcher: side)\n\nreaction watch \"Watches\"\n  at passing by watcher\n  add 1 to walker.steps\n\naction pass-by (walker: scout, watcher: side)\n  open passing(walker, watcher)\n\naction fire (firer: scout, target: scout)\n  open fired-at(firer, target)\n  pass-by(firer, target.side)\n\nsequence march \"March\"\n  each firer: scout where firer.side is red\n    each target: scout where target.side is blue: fire(firer, target)\n";
    assert_eq!(
        cried(rules),
        ["Fires back: asks Ben", "Watches: is about Ann"]
    );
}
