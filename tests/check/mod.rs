//! Every mistake that a rule file can have gets its finding: a folder for each code, a file for each claim.

use crate::harness;

#[test]
fn cases() {
    insta::glob!("**/*.rules", |path| {
        let (diagnostics, sources) = harness::checked(path);
        harness::assert_beside(path, &harness::findings(&diagnostics, &sources));
    });
}
