//! The text of a sum of modifiers: line by line, each with its section.

/// A sum of modifiers, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// Title of the list, else its name.
    pub title: String,
    /// The lines that apply, in their order.
    pub lines: Vec<SumLine>,
    /// The sum of the lines, limits considered.
    pub total: i32,
}

/// One line of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumLine {
    /// The amount that it adds.
    pub amount: i32,
    /// Text of the line.
    pub label: String,
    /// Sections of the book.
    pub citations: Vec<String>,
}

impl std::fmt::Display for Sum {
    /// `Firing modifiers: +1 Pak-40 [T-mod-pak40], -1 cover [T-mod-cover] = 0`
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: ", self.title)?;
        if self.lines.is_empty() {
            return write!(formatter, "none apply, {}", signed(self.total));
        }
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                let label = if line.label.is_empty() {
                    String::new()
                } else {
                    format!(" {}", line.label)
                };
                if line.citations.is_empty() {
                    format!("{:+}{label}", line.amount)
                } else {
                    format!("{:+}{label} [{}]", line.amount, line.citations.join(", "))
                }
            })
            .collect();
        write!(formatter, "{} = {}", lines.join(", "), signed(self.total))
    }
}

/// `+2`, `-1`, `0`
fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        _ => format!("{number:+}"),
    }
}
