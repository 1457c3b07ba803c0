//! Starters: small complete games that are built into the program, as templates for new games.

use super::BuiltIn;

/// A small complete game as a template.
#[derive(Debug, Clone)]
pub struct Starter {
    /// The name of its folder and of its ruleset.
    pub name: &'static str,
    /// Its files: paths relative to its folder, and texts.
    pub files: Vec<(&'static str, &'static str)>,
}

impl Starter {
    /// Returns all starters, sorted by name.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (path, bytes) in BuiltIn::of_starters() {
            let text = std::str::from_utf8(bytes);
            debug_assert!(text.is_ok(), "`{path}` is text");
            let (Some((name, file)), Ok(text)) = (path.split_once('/'), text) else {
                // The page that describes the starters.
                continue;
            };
            match all.last_mut() {
                Some(last) if last.name == name => last.files.push((file, text)),
                Some(_) | None => all.push(Self {
                    name,
                    files: vec![(file, text)],
                }),
            }
        }
        all
    }

    /// Iterates over the names of its scenarios.
    pub fn scenarios(&self) -> impl Iterator<Item = &'static str> {
        self.files.iter().filter_map(|(path, _)| {
            let (_, file) = path.rsplit_once("/scenarios/")?;
            file.strip_suffix(".toml")
        })
    }

    /// Returns its files, as paths and texts, with another name of the ruleset; its page is put into the folder of the rules.
    pub fn renamed(&self, name: &str) -> Vec<(String, String)> {
        let renamed = |part: &str| match part.split_once('.') {
            _ if part == self.name => name.to_owned(),
            Some((stem, ending)) if stem == self.name => format!("{name}.{ending}"),
            Some(_) | None => part.to_owned(),
        };
        let files = self.files.iter().map(|(path, text)| {
            let path = match *path {
                "README.md" => format!("rules/{name}/README.md"),
                path => path.split('/').map(renamed).collect::<Vec<_>>().join("/"),
            };
            let lines = text
                .split_inclusive('\n')
                .map(|line| match self.is_named(line) {
                    true => line.replacen(self.name, name, 1),
                    false => line.to_owned(),
                });
            (path, lines.collect())
        });
        files.collect()
    }

    /// Whether a line contains the name of the ruleset: its own head, that of a scenario, or a command.
    fn is_named(&self, line: &str) -> bool {
        let name = self.name;
        let heads = [
            format!("ruleset {name} "),
            format!("rules = \"{name}\""),
            format!("    sandtable check {name}"),
            format!("    sandtable test {name}"),
            format!("    sandtable play {name}/"),
        ];
        heads.iter().any(|head| line.starts_with(head))
    }
}
