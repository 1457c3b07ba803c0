//! What a person sees and types when a question has a screen of its own.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sandtable::tools::picker::{Picker, Pressed};

fn answers(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn press(picker: &mut Picker<'_>, code: KeyCode) -> Pressed {
    picker.press(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_in(picker: &mut Picker<'_>, text: &str) {
    for letter in text.chars() {
        assert_eq!(press(picker, KeyCode::Char(letter)), Pressed::Nothing);
    }
}

fn screen(picker: &Picker<'_>, width: u16, height: u16) -> String {
    let drawn = picker.canvas(width, height).to_string();
    drawn.trim_end_matches('\n').to_owned()
}

#[test]
fn arrows_go_through_the_list() {
    let mut picker = Picker::new("what it does".to_owned(), answers(&["ram", "turn", "wait"]));
    assert_eq!(picker.taken(), Some(0));
    press(&mut picker, KeyCode::Down);
    press(&mut picker, KeyCode::Down);
    press(&mut picker, KeyCode::Down);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(2));
    press(&mut picker, KeyCode::Home);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
}

#[test]
fn typing_leaves_what_fits_and_the_very_word_first() {
    let places = answers(&["A10", "A11", "A1", "B1"]);
    let mut picker = Picker::new("where to".to_owned(), places);
    type_in(&mut picker, "a1");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(2));
    type_in(&mut picker, "1");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(1));
    press(&mut picker, KeyCode::Esc);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
}

#[test]
fn what_is_not_offered_is_asked_about() {
    let mut picker = Picker::new("at whom".to_owned(), answers(&["ann", "bob"]));
    type_in(&mut picker, "cat");
    assert_eq!(
        press(&mut picker, KeyCode::Enter),
        Pressed::Typed("cat".to_owned())
    );
}

#[test]
fn words_and_keys_go_back_and_leave() {
    let mut picker = Picker::new("at whom".to_owned(), answers(&["ann", "bob"]));
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(picker.press(control('z')), Pressed::Undo);
    assert_eq!(picker.press(control('c')), Pressed::Leave);
    type_in(&mut picker, "undo");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Undo);
}

/// The board stands beside the list where there is room, above it where there is not.
#[test]
fn the_screen() {
    let mut picker = Picker::new(
        "red, where to".to_owned(),
        answers(&["A1", "A2", "B1", "B2"]),
    );
    picker.board = Some(Box::new(|marked| {
        let marked = marked.unwrap_or("nowhere");
        format!("A  .   .   2\nB    .   .   2\n\n\u{1b}[1;31m◆\u{1b}[0m  {marked}\n")
    }));
    picker.story = answers(&["Move: car Anna  [4]"]);
    press(&mut picker, KeyCode::Down);
    let mut shown = screen(&picker, 70, 26);
    type_in(&mut picker, "c9");
    picker.said = answers(&[
        "`C9` is not among the 4 places that can be chosen",
        "  C9: the way there costs 6, car.speed is 4  [4]",
    ]);
    shown.push_str("\n\n");
    shown.push_str(&screen(&picker, 44, 34));
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("the_screen", shown);
    });
}
