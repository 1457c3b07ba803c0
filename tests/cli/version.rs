//! `sandtable --version`.

use std::ffi::OsString;

use sandtable::tools::cli::{Exit, run_captured};

#[test]
fn the_version_says_the_edition_of_the_language() {
    let (exit, printed) = run_captured(["sandtable", "--version"].map(OsString::from));
    assert_eq!(exit, Exit::Fine);
    let version = env!("CARGO_PKG_VERSION");
    let wanted = format!("sandtable {version} (language edition 2");
    assert!(printed.out.starts_with(&wanted), "{}", printed.out);
    assert!(printed.out.trim_end().ends_with(')'), "{}", printed.out);
}
