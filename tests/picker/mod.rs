//! Screens and keys of a question to a person.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sandtable::present::picture::Drawing;
use sandtable::tools::picker::{Kind, Map, Picker, Pressed};

fn answers(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn words<'a>(question: &str, list: &[&str]) -> Picker<'a> {
    Picker::new(question.to_owned(), answers(list), Kind::Words)
}

fn press(picker: &mut Picker<'_>, code: KeyCode) -> Pressed {
    picker.press(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_in(picker: &mut Picker<'_>, text: &str) {
    for letter in text.chars() {
        assert_eq!(press(picker, KeyCode::Char(letter)), Pressed::Nothing);
    }
}

fn screen(picker: &mut Picker<'_>, width: u16, height: u16) -> String {
    let drawn = picker.canvas(width, height).to_string();
    drawn.trim_end_matches('\n').to_owned()
}

fn assert_shown(name: &str, shown: String) {
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, shown);
    });
}

/// Hexes in rows of which each begins half a hex further to the right: `A1` to `A4` above `B1` to `B4` above `C1` to `C4`.
fn hexes<'a>(list: &'a [&'a str]) -> Map<'a> {
    let position = |name: &str| {
        let mut letters = name.chars();
        let row = "ABC".find(letters.next()?)?;
        let column = letters.as_str().parse::<i32>().ok()?;
        let row = i32::try_from(row).ok()?;
        Some((column * 1732 + row * 866, row * 1500))
    };
    Map {
        draw: Box::new(move |marked, _| {
            let marked = marked.and_then(|at| list.get(at)).copied();
            let mut rows = Vec::new();
            let mut focus = None;
            for (at, row) in ["A", "B", "C"].into_iter().enumerate() {
                let mut text = format!("{row}{}", "  ".repeat(at));
                for column in 1..=4 {
                    let is_marked = marked == Some(&format!("{row}{column}"));
                    if is_marked {
                        focus = Some((at, text.chars().count() + 2));
                    }
                    text.push_str(if is_marked { "  ◆ " } else { "  . " });
                }
                rows.push(text);
            }
            Drawing {
                rows,
                margin: 1,
                focus,
                legend: answers(&[".  Open ground", "w  Woods"]),
                below: answers(&["", "\u{1b}[1;31mT1\u{1b}[0m  Tank at A1"]),
            }
        }),
        positions: list.iter().map(|name| position(name)).collect(),
        stride: (1732, 1500),
        locate: None,
    }
}

/// A point of a table as it is typed: `12,8`.
fn point(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.trim_matches(['(', ')']).split_once(',')?;
    Some((
        x.trim().parse::<i32>().ok()? * 100,
        y.trim().parse::<i32>().ok()? * -100,
    ))
}

#[test]
fn arrows_go_through_the_list() {
    let mut picker = words("what it does", &["ram", "turn", "wait"]);
    assert_eq!(picker.taken(), Some(0));
    press(&mut picker, KeyCode::Down);
    press(&mut picker, KeyCode::Down);
    press(&mut picker, KeyCode::Down);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(2));
    press(&mut picker, KeyCode::Home);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
    press(&mut picker, KeyCode::BackTab);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(2));
}

#[test]
fn typing_leaves_what_fits_and_the_very_word_first() {
    let places = answers(&["A10", "A11", "A1", "B1"]);
    let mut picker = Picker::new("where to".to_owned(), places, Kind::Places);
    type_in(&mut picker, "a1");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(2));
    type_in(&mut picker, "1");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(1));
    press(&mut picker, KeyCode::Esc);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
}

/// The second unit has a 1 in its title; the number 1 is still the first.
#[test]
fn a_number_takes_the_answer_that_it_is_shown_with() {
    let mut picker = words("at whom", &["Ann", "Recruit 1", "Bob"]);
    type_in(&mut picker, "1");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
    press(&mut picker, KeyCode::Esc);
    type_in(&mut picker, "3");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(2));
    assert!(screen(&mut picker, 60, 12).contains("> 3  Bob"));
}

#[test]
fn a_number_among_numbers_is_itself() {
    let numbers = answers(&["0", "2", "3", "none"]);
    let mut picker = Picker::new("how many".to_owned(), numbers, Kind::Numbers);
    type_in(&mut picker, "2");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(1));
    press(&mut picker, KeyCode::Esc);
    type_in(&mut picker, "1");
    let typed = Pressed::Typed("1".to_owned());
    assert_eq!(press(&mut picker, KeyCode::Enter), typed);
    press(&mut picker, KeyCode::Esc);
    assert!(screen(&mut picker, 60, 12).contains("│> 0 "));
    // Words among which one is a number are not numbered either.
    let mut picker = words("which line", &["first", "7"]);
    type_in(&mut picker, "1");
    assert_eq!(
        press(&mut picker, KeyCode::Enter),
        Pressed::Typed("1".to_owned())
    );
}

#[test]
fn units_are_typed_by_title_or_by_name() {
    let mut picker = words("at whom", &["Heavy tank", "Jeep"]);
    picker.names = answers(&["red-tank", "red-jeep"]);
    type_in(&mut picker, "red-j");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(1));
    press(&mut picker, KeyCode::Esc);
    type_in(&mut picker, "heavy");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
}

#[test]
fn what_is_not_offered_is_asked_about() {
    let mut picker = words("at whom", &["ann", "bob"]);
    type_in(&mut picker, "cat");
    assert_eq!(
        press(&mut picker, KeyCode::Enter),
        Pressed::Typed("cat".to_owned())
    );
}

#[test]
fn words_and_keys_go_back_and_leave() {
    let mut picker = words("at whom", &["ann", "bob"]);
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(picker.press(control('z')), Pressed::Undo);
    assert_eq!(picker.press(control('c')), Pressed::Leave);
    type_in(&mut picker, "undo");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Undo);
    // Also from a page of help.
    press(&mut picker, KeyCode::F(1));
    assert_eq!(picker.press(control('c')), Pressed::Leave);
}

/// Up and down go back and forth between the same hexes, though no hex is straight above another.
#[test]
fn arrows_go_over_hexes() {
    let list = ["A1", "A2", "A3", "A4", "B1", "B2", "B4", "C2", "C3", "none"];
    let mut picker = Picker::new("where to".to_owned(), answers(&list), Kind::Places);
    picker.on_map(hexes(&list), Some((2 * 1732 + 1732, 3000)));
    let mut path = Vec::new();
    use KeyCode::{Down, End, Left, Right, Up};
    for key in [Up, Up, Down, Down, Left, Up, Right, Right, End, Up] {
        path.push(picker.taken().and_then(|at| list.get(at)).copied());
        press(&mut picker, key);
    }
    let path: Vec<&str> = path.into_iter().flatten().collect();
    assert_eq!(
        path,
        ["C2", "B2", "A3", "B2", "C2", "B1", "A1", "A2", "A3", "none"]
    );
    // From what is nowhere to what is somewhere.
    assert_eq!(picker.taken(), Some(0));
}

/// Any point may be typed: the nearest of those that can be chosen is taken. An arrow goes about as far as its stride.
#[test]
fn points_of_a_table_are_found_by_what_is_near() {
    let list = ["(2, 2)", "(3, 2)", "(9, 2)", "(10, 8)", "none"];
    let positions = list.iter().map(|text| point(&text.replace(' ', "")));
    let map = Map {
        draw: Box::new(|_, _| Drawing::default()),
        positions: positions.collect(),
        stride: (200, 200),
        locate: Some(Box::new(point)),
    };
    let mut picker = Picker::new("where to".to_owned(), answers(&list), Kind::Places);
    picker.on_map(map, Some((210, -210)));
    press(&mut picker, KeyCode::Right);
    assert_eq!(picker.taken(), Some(1));
    let far = KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT);
    assert_eq!(picker.press(far), Pressed::Nothing);
    assert_eq!(picker.taken(), Some(2));
    type_in(&mut picker, "11, 11");
    assert!(screen(&mut picker, 40, 12).contains("◆ (10, 8)"));
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(3));
    press(&mut picker, KeyCode::Esc);
    type_in(&mut picker, "(3,2)");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(1));
    press(&mut picker, KeyCode::Esc);
    type_in(&mut picker, "none");
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(4));
}

/// The board is beside the list where there is room, above it where there is not.
#[test]
fn the_screen() {
    let list = ["A1", "A2", "B1", "B2", "C3"];
    let mut picker = Picker::new("Red: where to".to_owned(), answers(&list), Kind::Places);
    picker.on_map(hexes(&list), None);
    picker.sheet = Some(Box::new(|_| {
        answers(&[
            "Tank (Vehicle)",
            "  side Red, at A1, facing 30 degrees",
            "  movement hits 1 of 4",
            "  Gun (Weapon)",
            "    range 12 hexes, rolls against armour 3",
        ])
    }));
    picker.story = answers(&["Move: car Anna  [4]", "  Red, where to: A1 (of 5 places)"]);
    picker.n_read = 1;
    press(&mut picker, KeyCode::Right);
    let mut shown = screen(&mut picker, 76, 31);
    type_in(&mut picker, "c9");
    picker.said = answers(&[
        "`C9` is not among the 5 places that can be chosen",
        "  C9: the path to it costs 6, car.speed is 4  [4]",
    ]);
    shown.push_str("\n\n");
    shown.push_str(&screen(&mut picker, 44, 24));
    assert_shown("the_screen", shown);
}

/// The board shows the part that the question is about, and where there is more of it.
#[test]
fn the_board_is_scrolled_to_what_is_asked_about() {
    let list = ["A1", "C4"];
    let draw = |marked: Option<usize>, _: usize| Drawing {
        rows: (0..20)
            .map(|row| format!("{row:>2} {}", ('!'..='p').collect::<String>()))
            .collect(),
        margin: 3,
        focus: marked.map(|at| if at == 0 { (0, 3) } else { (17, 60) }),
        legend: Vec::new(),
        below: Vec::new(),
    };
    let mut picker = Picker::new("where to".to_owned(), answers(&list), Kind::Places);
    let map = Map {
        draw: Box::new(draw),
        positions: vec![Some((0, 0)), Some((60, 17))],
        stride: (1, 1),
        locate: None,
    };
    picker.on_map(map, None);
    let mut shown = screen(&mut picker, 40, 18);
    press(&mut picker, KeyCode::Down);
    shown.push_str("\n\n");
    shown.push_str(&screen(&mut picker, 40, 18));
    assert_shown("the_board_is_scrolled", shown);
}

/// From the last answer on; further back and forward with the keys, never beyond the end.
#[test]
fn the_story_is_read_back() {
    let mut picker = words("what it does", &["fire", "wait"]);
    picker.story = (1..=30).map(|n| format!("line {n}")).collect();
    picker.n_read = 20;
    let first = |picker: &mut Picker<'_>| {
        let shown = screen(picker, 40, 8);
        let line = shown.lines().nth(1).unwrap_or_default();
        line.trim_matches(['│', ' ']).to_owned()
    };
    press(&mut picker, KeyCode::F(2));
    assert_eq!(first(&mut picker), "line 21");
    press(&mut picker, KeyCode::Up);
    assert_eq!(first(&mut picker), "line 20");
    press(&mut picker, KeyCode::End);
    assert_eq!(first(&mut picker), "line 26");
    press(&mut picker, KeyCode::PageDown);
    press(&mut picker, KeyCode::Up);
    assert_eq!(first(&mut picker), "line 26");
    press(&mut picker, KeyCode::PageUp);
    assert_eq!(first(&mut picker), "line 16");
    press(&mut picker, KeyCode::Home);
    assert_eq!(first(&mut picker), "line 1");
    // What is typed meanwhile is no answer.
    press(&mut picker, KeyCode::Char('w'));
    press(&mut picker, KeyCode::Esc);
    assert_eq!(press(&mut picker, KeyCode::Enter), Pressed::Taken(0));
}

#[test]
fn help_and_sheets_fill_the_screen() {
    let mut picker = words("what it does", &["fire", "wait"]);
    picker.sheet = Some(Box::new(|_| answers(&["Tank (Vehicle)", "  hits 1 of 4"])));
    press(&mut picker, KeyCode::Char('?'));
    let mut shown = screen(&mut picker, 84, 18);
    press(&mut picker, KeyCode::F(3));
    shown.push_str("\n\n");
    shown.push_str(&screen(&mut picker, 40, 8));
    press(&mut picker, KeyCode::F(3));
    shown.push_str("\n\n");
    shown.push_str(&screen(&mut picker, 40, 12));
    assert_shown("help_and_sheets", shown);
    // A question mark in a word is a letter.
    type_in(&mut picker, "wait?");
    assert_eq!(
        press(&mut picker, KeyCode::Enter),
        Pressed::Typed("wait?".to_owned())
    );
}
