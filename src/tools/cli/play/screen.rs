//! A question on a screen of its own, for a person at a terminal.

use std::io::{self, BufWriter};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, Event};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};

use crate::session::players::Said;
use crate::tools::picker::{Picker, Pressed};

/// The terminal while a question is on the screen; as it was before when it is dropped.
struct Screen;

impl Screen {
    /// Errors: it is no terminal that can do so.
    fn new() -> io::Result<Self> {
        enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    fn draw(&self, picker: &Picker<'_>) -> io::Result<()> {
        let (width, height) = size()?;
        picker
            .canvas(width, height)
            .print(&mut BufWriter::new(io::stdout().lock()))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// Asks on a screen of its own. `values` are what the answers stand for; `read` says what a typed word stands for, or why
/// it is no answer.
///
/// Errors: the terminal cannot do so; nothing has been asked then.
pub(super) fn ask(
    mut picker: Picker<'_>,
    values: &[i32],
    read: impl Fn(&str) -> Result<i32, String>,
) -> io::Result<Said> {
    let screen = Screen::new()?;
    loop {
        screen.draw(&picker)?;
        let Event::Key(key) = event::read()? else {
            continue;
        };
        match picker.press(key) {
            Pressed::Nothing => {}
            Pressed::Undo => return Ok(Said::Undo),
            Pressed::Leave => return Ok(Said::Leave),
            Pressed::Taken(at) => {
                if let Some(value) = values.get(at) {
                    return Ok(Said::Answer(*value));
                }
            }
            Pressed::Typed(word) => match read(&word) {
                Ok(value) => return Ok(Said::Answer(value)),
                Err(why) => picker.said = why.lines().map(str::to_owned).collect(),
            },
        }
    }
}
