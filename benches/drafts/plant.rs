//! Mistakes, planted a class at a time.

/// Numbers of a fixed sequence.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: &str) -> Self {
        Self(seed.bytes().fold(0x9E37_79B9_7F4A_7C15, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        }))
    }

    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() {
            None
        } else {
            Some(&list[self.below(list.len())])
        }
    }
}

/// Kind of mistake, with the codes that report it. A planting gives the text with the mistake, and part of the line with it.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) codes: &'static [&'static str],
    pub(crate) plant: fn(&mut Rng, &str) -> Option<(String, String)>,
}

pub(crate) const CLASSES: &[Class] = &[
    Class {
        name: "reference to no section",
        codes: &["E0701"],
        plant: missing_section,
    },
    Class {
        name: "reference with another title",
        codes: &["E0702"],
        plant: wrong_title,
    },
    Class {
        name: "reference to another section",
        codes: &["E0702"],
        plant: other_section,
    },
    Class {
        name: "reference to no table",
        codes: &["E0703"],
        plant: missing_table,
    },
    Class {
        name: "section number twice",
        codes: &["E0704"],
        plant: number_twice,
    },
    Class {
        name: "section number skipped",
        codes: &["E0705"],
        plant: number_skipped,
    },
    Class {
        name: "gap in a table",
        codes: &["E0706"],
        plant: table_gap,
    },
    Class {
        name: "overlap in a table",
        codes: &["E0707"],
        plant: table_overlap,
    },
    Class {
        name: "row that no dice give",
        codes: &["E0708"],
        plant: impossible_row,
    },
    Class {
        name: "rows out of order",
        codes: &["E0709"],
        plant: rows_swapped,
    },
    Class {
        name: "modifier differs from its table",
        codes: &["E0711"],
        plant: modifier_differs,
    },
    Class {
        name: "sheet differs from its table",
        codes: &["E0711"],
        plant: sheet_differs,
    },
    Class {
        name: "wrong chance",
        codes: &["E0712"],
        plant: wrong_chance,
    },
    Class {
        name: "wrong sum",
        codes: &["E0713"],
        plant: wrong_sum,
    },
    Class {
        name: "word misspelt once",
        codes: &["E0716"],
        plant: misspelt,
    },
    Class {
        name: "phase that is not in the sequence",
        codes: &["E0721"],
        plant: unknown_phase,
    },
    Class {
        name: "distance in another unit",
        codes: &["E0719"],
        plant: other_unit,
    },
    Class {
        name: "unit that is in no list",
        codes: &["E0720"],
        plant: unknown_unit,
    },
    Class {
        name: "length of the game differs",
        codes: &["E0711"],
        plant: other_length,
    },
];

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// Lines that are paragraphs of several words after the first heading.
fn paragraphs(lines: &[String]) -> Vec<usize> {
    let is_paragraph = |line: &String| {
        line.split_whitespace().count() >= 12
            && line.ends_with('.')
            && !line.starts_with(['#', '|', '*', '\t', '-'])
            && !line.contains('\t')
            && !line.contains('|')
    };
    (0..lines.len())
        .filter(|at| is_paragraph(&lines[*at]))
        .collect()
}

/// Appends a sentence to a paragraph.
fn appended(rng: &mut Rng, text: &str, sentence: &str) -> Option<(String, String)> {
    let mut lines = lines(text);
    let at = *rng.pick(&paragraphs(&lines))?;
    lines[at] = format!("{} {sentence}", lines[at]);
    Some((joined(&lines), sentence.to_owned()))
}

/// Numbered headings: line, number, title.
fn headings(lines: &[String]) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let bare = line.trim_start_matches('#').trim_start();
        let is_marked = bare.len() < line.len();
        let Some((number, title)) = bare.split_once(' ') else {
            continue;
        };
        let core = number.trim_end_matches('.');
        let is_number = !core.is_empty()
            && core
                .chars()
                .all(|letter| letter.is_ascii_digit() || letter == '.');
        let is_deep = core.contains('.')
            && title.split_whitespace().count() <= 8
            && !title.contains('\t')
            && title.starts_with(char::is_uppercase);
        if is_number && !line.contains('\t') && (is_marked || is_deep) {
            found.push((at, core.to_owned(), title.trim().to_owned()));
        }
    }
    found
}

fn missing_section(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let all = headings(&lines(text));
    let (_, number, _) = rng.pick(&all)?.clone();
    let parent = number.split('.').next()?.to_owned();
    let child = 11 + rng.below(8);
    let words = [
        "See section",
        "This is explained in section",
        "For exceptions see section",
    ];
    let sentence = format!("{} {parent}.{child}.", rng.pick(&words)?);
    appended(rng, text, &sentence)
}

fn wrong_title(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let all = headings(&lines(text));
    let (one, other) = (rng.pick(&all)?.clone(), rng.pick(&all)?.clone());
    let words = |title: &str| -> Vec<String> {
        title
            .to_lowercase()
            .split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_owned)
            .collect()
    };
    let shared = words(&one.2)
        .iter()
        .any(|word| word.len() > 3 && words(&other.2).contains(word));
    if one.1 == other.1
        || shared
        || other.2.contains(['(', ',', ':', '/', '"', '&'])
        || other.2.len() < 4
    {
        return None;
    }
    let sentence = match rng.below(3) {
        0 => format!("See section {}, {}.", one.1, other.2),
        1 => format!("See section {}: {}.", one.1, other.2),
        _ => format!("See section {} ({}).", one.1, other.2),
    };
    appended(rng, text, &sentence)
}

/// Gives a reference the number of another section of the same depth.
fn other_section(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let mut lines = lines(text);
    let numbers: Vec<String> = headings(&lines)
        .into_iter()
        .map(|(_, number, _)| number)
        .collect();
    let other = rng.pick(&numbers)?.clone();
    let mut found: Vec<(usize, String)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        for lead in ["section ", "Section ", "see ", "(", "Case "] {
            for (start, _) in line.match_indices(lead) {
                let rest = &line[start + lead.len()..];
                let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
                let own = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
                let is_alike = own.split('.').count() == other.split('.').count();
                if is_alike && own != other && numbers.iter().any(|number| number == own) {
                    let (before, after) = (&line[..start + lead.len()], &rest[own.len()..]);
                    found.push((at, format!("{before}{other}{after}")));
                }
            }
        }
    }
    let (at, line) = rng.pick(&found)?.clone();
    *lines.get_mut(at)? = line.clone();
    Some((joined(&lines), line))
}

fn missing_table(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    if !text.lines().any(|line| line.starts_with("Table 1")) {
        return None;
    }
    let n = 12 + rng.below(9);
    let words = ["The values are in Table", "Roll on Table", "See Table"];
    let sentence = format!("{} {n}.", rng.pick(&words)?);
    appended(rng, text, &sentence)
}

/// Gives a heading of some depth another last number.
fn renumbered(
    rng: &mut Rng,
    text: &str,
    change: fn(u32) -> u32,
    may: fn(u32, bool) -> bool,
) -> Option<(String, String)> {
    let mut lines = lines(text);
    let all = headings(&lines);
    let (at, number, title) = rng.pick(&all)?.clone();
    let (head, last) = number.rsplit_once('.')?;
    let value: u32 = last.parse().ok()?;
    let has_children = all
        .iter()
        .any(|(_, other, _)| other.starts_with(&format!("{number}.")));
    let is_last = !all
        .iter()
        .any(|(_, other, _)| *other == format!("{head}.{}", value + 1));
    let is_once = all.iter().filter(|(_, other, _)| *other == number).count() == 1;
    if has_children || !is_once || !may(value, is_last) {
        return None;
    }
    let new = format!("{head}.{}", change(value));
    lines[at] = lines[at].replacen(&number, &new, 1);
    Some((joined(&lines), format!("{new} {title}")))
}

fn number_twice(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    renumbered(rng, text, |value| value - 1, |value, _| value > 1)
}

fn number_skipped(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    renumbered(
        rng,
        text,
        |value| value + 1,
        |value, is_last| is_last && value > 1,
    )
}

/// Rows of tables whose first cell is a range: line, lower, upper.
fn ranges(lines: &[String]) -> Vec<(usize, i64, i64)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let cell = match line.strip_prefix('|') {
            Some(rest) => rest.split('|').next().unwrap_or_default().trim().to_owned(),
            None => line
                .split('\t')
                .next()
                .filter(|_| line.contains('\t'))
                .unwrap_or_default()
                .trim()
                .to_owned(),
        };
        if let Some((low, high)) = cell.split_once('-')
            && let (Ok(low), Ok(high)) = (low.parse(), high.parse())
            && low < high
        {
            found.push((at, low, high));
        }
    }
    found
}

/// Gives a row of a table another range.
fn with_range(
    rng: &mut Rng,
    text: &str,
    change: fn(&mut Rng, i64, i64) -> (i64, i64),
    may: fn(&[String], usize) -> bool,
) -> Option<(String, String)> {
    let mut lines = lines(text);
    let (at, low, high) = *rng.pick(&ranges(&lines))?;
    if !may(&lines, at) {
        return None;
    }
    let (new_low, new_high) = change(rng, low, high);
    let new = if new_low == new_high {
        new_low.to_string()
    } else {
        format!("{new_low}-{new_high}")
    };
    lines[at] = lines[at].replacen(&format!("{low}-{high}"), &new, 1);
    let snippet = lines[at].clone();
    Some((joined(&lines), snippet))
}

fn is_row(lines: &[String], at: usize) -> bool {
    lines.get(at).is_some_and(|line| {
        line.starts_with('|')
            && line.chars().any(|letter| letter.is_ascii_digit())
            && !line.contains("d6")
            && !line.contains("d10")
    })
}

fn table_gap(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    with_range(
        rng,
        text,
        |_, low, high| (low + 1, high),
        |lines, at| is_row(lines, at.saturating_sub(1)),
    )
}

fn table_overlap(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    with_range(
        rng,
        text,
        |_, low, high| (low - 1, high),
        |lines, at| is_row(lines, at.saturating_sub(1)),
    )
}

fn impossible_row(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    // The last row of a table of dice without modifiers.
    let may = |lines: &[String], at: usize| {
        let is_last = !lines.get(at + 1).is_some_and(|line| line.starts_with('|'));
        let start = (0..at)
            .rev()
            .find(|line| !lines[*line].starts_with('|'))
            .unwrap_or(0);
        let head = lines.get(start + 1).cloned().unwrap_or_default();
        is_last && (head.contains("d6 ") || head.contains("d10 "))
    };
    with_range(
        rng,
        text,
        |rng, low, high| (low, high + 1 + rng.below(2) as i64),
        may,
    )
}

fn rows_swapped(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let mut lines = lines(text);
    let (at, _, _) = *rng.pick(&ranges(&lines))?;
    let has_more =
        is_row(&lines, at + 1) && (is_row(&lines, at + 2) || is_row(&lines, at.checked_sub(1)?));
    if !has_more {
        return None;
    }
    lines.swap(at, at + 1);
    let snippet = lines[at + 1].clone();
    Some((joined(&lines), snippet))
}

/// Rows `| words | ±N |`: line, words, value.
fn modifiers(lines: &[String]) -> Vec<(usize, String, i64)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [words, value] = cells.as_slice()
            && value.starts_with(['+', '-'])
            && let Ok(value) = value.parse()
        {
            found.push((at, (*words).to_owned(), value));
        }
    }
    found
}

fn modifier_differs(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let mut lines = lines(text);
    let (at, words, value) = rng.pick(&modifiers(&lines))?.clone();
    let wrong = value + value.signum();
    let words = words.to_lowercase();
    let phrase = words
        .trim_start_matches("defender in ")
        .trim_start_matches("target in ");
    if phrase == words {
        return None;
    }
    let verb = if wrong < 0 { "Subtract" } else { "Add" };
    // A paragraph of the same section.
    let start = (0..at).rev().find(|line| lines[*line].starts_with('#'))?;
    let end = (at..lines.len())
        .find(|line| lines[*line].starts_with('#'))
        .unwrap_or(lines.len());
    let near: Vec<usize> = paragraphs(&lines)
        .into_iter()
        .filter(|line| (start..end).contains(line))
        .collect();
    let place = *rng.pick(&near)?;
    let sentence = match rng.below(3) {
        0 => format!("{verb} {} for {phrase}.", wrong.abs()),
        1 => format!("Remember the {wrong:+} for {phrase}."),
        _ => format!(
            "If the target is in {phrase}, {} {}.",
            verb.to_lowercase(),
            wrong.abs()
        ),
    };
    lines[place] = format!("{} {sentence}", lines[place]);
    Some((joined(&lines), sentence))
}

fn sheet_differs(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let mut lines = lines(text);
    let sheet = lines.iter().position(|line| {
        line.starts_with("# ") && (line.contains("reference") || line.contains("Summary"))
    })?;
    let rows: Vec<usize> = (sheet..lines.len())
        .filter(|at| {
            lines[*at].starts_with('|')
                && lines[*at].chars().any(|letter| letter.is_ascii_digit())
                && !lines[*at].contains("2d6")
                && lines.iter().filter(|other| **other == lines[*at]).count() > 1
        })
        .collect();
    let at = *rng.pick(&rows)?;
    let row = lines[at].clone();
    let cell = row
        .trim_end_matches([' ', '|'])
        .rsplit('|')
        .next()?
        .trim()
        .to_owned();
    let value: i64 = cell.trim_start_matches('+').parse().ok()?;
    let new = if cell.starts_with(['+', '-']) {
        format!("{:+}", value + value.signum())
    } else {
        (value + 2).to_string()
    };
    let end = row.rfind(&cell)?;
    lines[at] = format!("{}{new}{}", &row[..end], &row[end + cell.len()..]);
    let snippet = lines[at].clone();
    Some((joined(&lines), snippet))
}

fn wrong_chance(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    // Chances of 2 or more to 12 or more on two dice, in percent.
    let of_two = [100, 97, 92, 83, 72, 58, 42, 28, 17, 8, 3];
    let need = 4 + rng.below(8);
    let right = of_two[need - 2];
    let wrong = if rng.below(2) == 0 {
        right + 9
    } else {
        (right - 9_i32).abs() + 3
    };
    let sentence = match rng.below(3) {
        0 => format!("On 2d6 a roll of {need} or more has a chance of {wrong} %."),
        1 => {
            format!("A player rolls 2d6 and succeeds on {need}+, which is {wrong} % of all rolls.")
        }
        _ => format!("The chance of {need} or higher on 2d6 is {wrong} percent."),
    };
    appended(rng, text, &sentence)
}

fn wrong_sum(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let (one, other) = (3 + rng.below(7), 1 + rng.below(3));
    let wrong = one + other + 1;
    let sentence = match rng.below(4) {
        0 => format!("For example {one} + {other} = {wrong}."),
        1 => format!("Example: Anna rolls {one}, +{other} for the leader, for a total of {wrong}."),
        2 => format!("Example: the player rolls a {one} and a {other} for a total of {wrong}."),
        _ => format!("For example {one} plus {other} is {wrong}."),
    };
    appended(rng, text, &sentence)
}

fn misspelt(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphabetic())
        .collect();
    let long: Vec<&&str> = words
        .iter()
        .filter(|word| {
            word.len() >= 8
                && word.chars().all(|letter| letter.is_ascii_lowercase())
                && words.iter().filter(|other| other == word).count() >= 4
        })
        .collect();
    let word = **rng.pick(&long)?;
    let at = 3 + rng.below(word.len() - 6);
    let mut letters: Vec<char> = word.chars().collect();
    match rng.below(2) {
        0 if letters[at] != letters[at - 1] => letters.swap(at, at - 1),
        _ => drop(letters.remove(at)),
    }
    let wrong: String = letters.into_iter().collect();
    let place = text.match_indices(word).nth(rng.below(4))?.0;
    let new = format!("{}{wrong}{}", &text[..place], &text[place + word.len()..]);
    (wrong != word).then_some((new, wrong))
}

fn unknown_phase(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    if text
        .lines()
        .filter(|line| {
            line.starts_with(|letter: char| letter.is_ascii_digit()) && line.ends_with("Phase")
        })
        .count()
        < 3
    {
        return None;
    }
    let names = [
        "Supply",
        "Reinforcement",
        "Close Assault",
        "Victory",
        "Air",
        "Reaction",
    ];
    let name = rng.pick(&names)?;
    let sentence = match rng.below(2) {
        0 => format!("This is done in the {name} Phase."),
        _ => format!("Units return at the start of the {name} Phase."),
    };
    appended(rng, text, &sentence)
}

fn other_unit(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let unit = if text.matches(" hexes").count() > text.matches(" inches").count() {
        "inches"
    } else {
        "hexes"
    };
    let usual = if unit == "inches" {
        " hexes"
    } else {
        " inches"
    };
    if text.matches(usual).count() < 8 || text.matches(&format!(" {unit}")).count() > 1 {
        return None;
    }
    let n = 2 + rng.below(9);
    let sentence = match rng.below(2) {
        0 => format!("It may then retreat {n} {unit}."),
        _ => format!("No friend may be within {n} {unit} of it."),
    };
    appended(rng, text, &sentence)
}

fn unknown_unit(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    let (heads, firsts): (&[&str], &[&str]) = if text.contains("Rifle Company") {
        (
            &["Company", "Battery", "Squadron"],
            &["Engineer", "Guard", "Pioneer", "Rocket", "Militia"],
        )
    } else if text.contains("Young Gunner") {
        (&["Gunner", "Runner"], &["Old", "Elite", "Masked", "Heavy"])
    } else {
        return None;
    };
    let name = format!("{} {}", rng.pick(firsts)?, rng.pick(heads)?);
    let sentence = match rng.below(2) {
        0 => format!("The player adds one {name} to the force."),
        _ => format!("This is free for a {name} and for its leader."),
    };
    appended(rng, text, &sentence)
}

fn other_length(rng: &mut Rng, text: &str) -> Option<(String, String)> {
    if !text.contains("The game lasts") {
        return None;
    }
    let n = 11 + rng.below(6);
    let sentence = match rng.below(2) {
        0 => format!("The game ends after {n} turns."),
        _ => format!("The game is over after turn {n}."),
    };
    appended(rng, text, &sentence)
}
