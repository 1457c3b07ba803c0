//! Transcripts of the program itself: a few; the rest is tested below it.

use std::path::Path;
use std::process::Command;

/// Runs the program in `tests/cli/<folder>`.
fn transcript(folder: &str, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .current_dir(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/cli")
                .join(folder),
        )
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    format!(
        "$ sandtable {}\n{}--- stderr\n{}--- exit {}\n",
        arguments.join(" "),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap()
    )
}

macro_rules! transcripts {
    ($($name:ident: $folder:literal $($argument:literal)*;)*) => {
        $(#[test]
        fn $name() {
            insta::with_settings!({
                snapshot_path => ".",
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, {
                insta::assert_snapshot!(stringify!($name), transcript($folder, &[$($argument),*]));
            });
        })*
    };
}

transcripts! {
    help: "sound" "--help";
    help_of_roll: "sound" "roll" "--help";
    check_finds_nothing: "sound" "check";
    check_finds_faults: "faulty" "check";
    check_finds_faults_json: "faulty" "check" "bad-units" "--format" "json";
    check_of_a_path: "sound" "check" "rules/skirmish/skirmish.rules";
    check_of_an_empty_folder: "sound" "check" "rules/skirmish/units";
    explain_a_code: "sound" "explain" "e0405";
    explain_a_misspelt_code: "sound" "explain" "E0450";
    explain_a_misspelt_code_json: "sound" "explain" "unkown-kind" "--format" "json";
    a_misspelt_command: "sound" "chekc";
    a_pair_without_equals: "sound" "roll" "skirmish" "to-hit" "range";
    colours_on_request: "faulty" "check" "bad-units" "--color" "always";
}

#[cfg(unix)]
#[test]
fn nothing_is_read_through_a_link_out_of_the_folder() {
    let folder = std::env::temp_dir().join(format!("sandtable-links-{}", std::process::id()));
    let rules = folder.join("rules/linked");
    std::fs::create_dir_all(&rules).unwrap();
    std::fs::write(folder.join("secret"), "secret").unwrap();
    std::os::unix::fs::symlink(folder.join("secret"), rules.join("a.rules")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(["check", "linked"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(text.contains("E0515"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_nearest_ruleset_is_offered() {
    // No snapshot: the list of built-in books grows.
    let text = transcript("sound", &["check", "skirmsh"]);
    assert!(
        text.contains("E0511") && text.contains("did you mean `skirmish`?"),
        "{text}"
    );
    assert!(text.contains("--- exit 1"), "{text}");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = transcript("sound", &["completions", shell]);
        assert!(
            text.contains("--- exit 0") && text.contains("check"),
            "{shell}"
        );
    }
}
