//! Titles of sides that the ruleset names and a unit file gives values.

use sandtable::workspace::Effort;

use super::workspace;

const RULES: &str = "ruleset test
  sides red \"The Reds\", blue \"The Blues\"

kind side
  bonus  0..3, default 1

formula doubled (side) -> 0..6 = side.bonus * 2
";

#[test]
fn a_unit_file_without_a_name_keeps_the_title() {
    let units = "[side.red]\nbonus = 2\n\n[side.blue]\nname = \"Blue navy\"\nbonus = 1\n";
    let mut workspace = workspace(RULES, units);
    let analysis = workspace.analyse("test", &[], Effort::None);
    let titles = analysis
        .book()
        .profiles
        .iter()
        .map(|side| side.title.as_str());
    assert_eq!(titles.collect::<Vec<_>>(), ["The Reds", "Blue navy"]);
}
