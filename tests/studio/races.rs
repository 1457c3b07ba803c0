//! Several writers of one file, and writers that are killed: nothing is lost, nothing is told wrongly, nothing is left.

use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Page, Server, folder, litter};

/// Rounds of a race.
const ROUNDS: u32 = 200;
const PATH: &str = "rules/ford/ford.rules";
const CHANGED: &str = "`rules/ford/ford.rules` cannot be written: it has changed in the meantime";

fn texts_of(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("rules/ford")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

fn place(name: &str) -> std::path::PathBuf {
    let place = folder(name);
    fs::create_dir_all(place.join("rules/ford")).unwrap();
    fs::write(place.join(PATH), "# Round 0.\n").unwrap();
    place
}

/// Two studios on one folder are asked at the same time to change the same text: one may, and only that one says so.
#[test]
fn of_two_studios_with_the_same_text_one_writes() {
    let place = place("two");
    let servers = [Server::start(&place), Server::start(&place)];
    let mut pages = servers.each_ref().map(Server::page);
    let mut before = fs::read_to_string(place.join(PATH)).unwrap();
    for round in 1..=ROUNDS {
        let texts = ["one", "other"].map(|who| format!("# Round {round} of the {who}.\n"));
        for (page, text) in pages.iter_mut().zip(&texts) {
            let asked = serde_json::json!({ "path": PATH, "text": text, "before": before });
            page.send("studio/write", &asked);
        }
        let answers = pages.each_mut().map(Page::answer);
        let now = fs::read_to_string(place.join(PATH)).unwrap();
        let is_done = answers.each_ref().map(|answer| *answer == Ok(Value::Null));
        assert_ne!(is_done[0], is_done[1], "round {round}: {answers:?}");
        let (done, refused) = if is_done[0] { (0, 1) } else { (1, 0) };
        assert_eq!(now, texts[done], "round {round}");
        assert_eq!(answers[refused], Err(CHANGED.to_owned()), "round {round}");
        before = now;
    }
    drop(servers);
    assert_eq!(texts_of(&place).len(), 1, "nothing is left beside it");
    fs::remove_dir_all(place).unwrap();
}

/// Another program, which knows no lock, saves while the studio writes.
fn race_with(name: &str, save: impl Fn(&Path, &str) + Sync) {
    let place = place(name);
    let server = Server::start(&place);
    let mut page = server.page();
    let file = place.join(PATH);
    let mut whole = Duration::from_millis(5);
    let mut n_refused = 0;
    for round in 1..=ROUNDS {
        let before = format!("# Round {round}.\n");
        fs::write(&file, &before).unwrap();
        let outside = format!("# Round {round} from outside.\n");
        let ours = format!("# Round {round} of the studio.\n");
        let start = Barrier::new(2);
        let pause = whole * (round % 50) / 40;
        let answer = thread::scope(|scope| {
            let saving = scope.spawn(|| {
                start.wait();
                // Spread over the time that a write takes.
                sleep(pause);
                save(&file, &outside);
            });
            start.wait();
            let begun = Instant::now();
            let answer = page.write(PATH, Some(&before), &ours);
            whole = (whole * 7 + begun.elapsed()) / 8;
            saving.join().unwrap();
            answer
        });
        // The other program has looked at nothing: it saves before, and the studio is refused, or after.
        let texts = texts_of(&place);
        assert!(
            texts.contains(&outside),
            "round {round}: {answer:?} {texts:?}"
        );
        if let Err(why) = answer {
            assert_eq!(why, CHANGED, "round {round}");
            assert!(!texts.contains(&ours), "round {round}: {texts:?}");
            n_refused += 1;
        }
        assert_eq!(texts.len(), 1, "round {round}: {texts:?}");
    }
    assert!(
        (1..ROUNDS).contains(&n_refused),
        "{n_refused} of {ROUNDS} are refused"
    );
    drop(server);
    fs::remove_dir_all(place).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_writes_in_place_loses_nothing() {
    race_with("in-place", |file, text| fs::write(file, text).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_replaces_the_file_loses_nothing() {
    race_with("replaced", |file, text| {
        let beside = file.with_extension("swp");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, file).unwrap();
    });
}

#[test]
fn a_studio_that_is_killed_leaves_nothing_after_the_next_start() {
    let place = place("killed");
    let mut n_kept = 0;
    for round in 0..12_u32 {
        let mut server = Server::start(&place);
        assert_eq!(
            litter(&place),
            [""; 0].map(std::path::PathBuf::from),
            "round {round}"
        );
        let mut page = server.page();
        let mut before = fs::read_to_string(place.join(PATH)).unwrap();
        let killer = thread::scope(|scope| {
            let writing = scope.spawn(|| {
                // Until the socket breaks.
                for at in 0.. {
                    let text = format!("# Round {round}, {at}.\n");
                    let asked = serde_json::json!({ "path": PATH, "text": text, "before": before });
                    page.last += 1;
                    let message = serde_json::json!({ "jsonrpc": "2.0", "id": page.last, "method": "studio/write", "params": asked });
                    let sent = page.socket.send(tungstenite::Message::text(message.to_string()));
                    if sent.is_err() || page.socket.read().is_err() {
                        return at;
                    }
                    before = text;
                }
                0
            });
            sleep(Duration::from_millis(100 + u64::from(round) * 9));
            server.kill();
            writing.join().unwrap()
        });
        let now = fs::read_to_string(place.join(PATH)).unwrap();
        assert!(
            now.starts_with("# Round ") && now.ends_with(".\n"),
            "{now:?}"
        );
        n_kept += killer;
    }
    assert!(n_kept > 12, "{n_kept} texts are written");
    let server = Server::start(&place);
    assert_eq!(litter(&place).len(), 0);
    drop(server);
    fs::remove_dir_all(place).unwrap();
}
