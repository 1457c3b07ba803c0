//! A question on a screen of its own, for a person at a terminal.

use std::io::{self, Stdout};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::tools::game::Said;
use crate::tools::picker::{Picker, Pressed};

/// The terminal while a question is on the screen; as it was before when it is dropped.
struct Screen(Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    /// Errors: it is no terminal that can do so.
    fn new() -> io::Result<Self> {
        enable_raw_mode()?;
        let entered = execute!(io::stdout(), EnterAlternateScreen)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        entered.map(Self).inspect_err(|_| leave())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn leave() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen);
    let _ = disable_raw_mode();
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
    let mut screen = Screen::new()?;
    loop {
        screen.0.draw(|frame| picker.draw(frame))?;
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
