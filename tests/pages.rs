//! Every finding about units, running and asking has a page with an example.

use sandtable::diagnostic::Code;

#[test]
fn every_page_has_a_title_an_example_and_a_cure() {
    for code in Code::ALL
        .iter()
        .filter(|code| code.number().starts_with("E04") || code.number().starts_with("E05"))
    {
        let page = code.page();
        let title = format!("# {} {}\n", code.number(), code.slug());
        assert!(page.starts_with(&title), "{}", code.number());
        assert!(page.contains("Wrong"), "{} has no example", code.number());
        assert!(
            page.to_lowercase().contains("cure"),
            "{} has no cure",
            code.number()
        );
        let n_lines = page.lines().count();
        assert!(
            (10..=40).contains(&n_lines),
            "{} has {n_lines} lines",
            code.number()
        );
    }
}
