//! Nothing is lost, whenever the program is ended and however full the disk is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

/// Kills, spread over the time that the command takes when it is left alone.
const KILLS: u32 = 100;

fn sandtable(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(arguments).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A folder for temporary files, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A rule file of some length that `fmt` changes.
fn untidy() -> String {
    let line = |at: usize| format!("option n{at}-long-name-of-an-option   \"An option\":   on\n");
    let lines: Vec<String> = (0..400).map(line).collect();
    format!("ruleset game\n\n{}", lines.join("\n"))
}

/// Starts a command again and again and kills it a little later each time; `look` is called after each.
fn killed(mut command: Command, mut look: impl FnMut()) {
    let start = Instant::now();
    assert!(
        command.status().unwrap().success(),
        "left alone it ends well"
    );
    let whole = start.elapsed();
    look();
    for at in 0..KILLS {
        let mut child = command.spawn().unwrap();
        sleep(whole * at / KILLS);
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
        look();
    }
}

#[test]
fn a_journal_loses_nothing_but_its_last_line_when_the_game_is_killed() {
    let place = folder("journal");
    let journal = place.join("game.journal");
    let path = journal.to_str().unwrap();
    let sound = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/sound");
    let game = [
        "play",
        "duel/noon",
        "--seed",
        "3",
        "--journal",
        path,
        "--force",
        "--quiet",
    ];
    let mut whole = String::new();
    let mut n_torn = 0;
    killed(sandtable(&sound, &game), || {
        let text = fs::read_to_string(&journal).unwrap_or_default();
        if whole.is_empty() {
            whole = text.clone();
            assert!(whole.lines().count() > 10, "a game of some answers");
        }
        assert!(whole.starts_with(&text), "{text}");
        n_torn += u32::from(text != whole);
        let replay = ["play", "duel/noon", "--replay", path, "--quiet"];
        if !text.is_empty() && n_torn % 10 == 1 {
            assert!(
                sandtable(&sound, &replay).status().unwrap().success(),
                "{text}"
            );
        }
        let _ = fs::remove_file(&journal);
    });
    fs::remove_dir_all(&place).unwrap();
}

#[test]
fn a_rule_file_is_the_old_or_the_new_one_when_its_layout_is_killed() {
    let place = folder("layout");
    let file = place.join("game.rules");
    let untidy = untidy();
    fs::write(&file, &untidy).unwrap();
    let path = file.to_str().unwrap();
    let mut tidy = String::new();
    killed(sandtable(&place, &["fmt", path]), || {
        let text = fs::read_to_string(&file).unwrap();
        if tidy.is_empty() {
            assert_ne!(text, untidy);
            tidy = text.clone();
        }
        assert!(text == untidy || text == tidy, "{} bytes", text.len());
        fs::write(&file, &untidy).unwrap();
    });
    fs::remove_dir_all(&place).unwrap();
}

/// A limit on the size of files stands for a disk that is full: a write beyond it fails, where its signal is ignored.
#[cfg(unix)]
fn on_a_full_disk(folder: &Path, arguments: &[&str], out: Stdio) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(folder)
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), told)
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_the_old_file_stays_and_the_exit_code_is_2() {
    let place = folder("full");
    let file = place.join("game.rules");
    let untidy = untidy();
    fs::write(&file, &untidy).unwrap();
    let path = file.to_str().unwrap();
    let (code, told) = on_a_full_disk(&place, &["fmt", path], Stdio::null());
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("cannot be written"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), untidy);
    let n_files = fs::read_dir(&place).unwrap().count();
    assert_eq!(n_files, 1, "nothing is left beside it");
    let answer = fs::File::create(place.join("answer.txt")).unwrap();
    let (code, told) = on_a_full_disk(&place, &["list", "hellion"], answer.into());
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("the answer cannot be written"), "{told}");
    fs::remove_dir_all(&place).unwrap();
}
