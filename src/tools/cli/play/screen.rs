//! The screen of a game at a terminal: in raw mode from the first question to the end, so that keys typed in between are not
//! echoed.

use std::io::{self, BufWriter, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use crossterm::{execute, queue};

use crate::session::players::Response;
use crate::tools::picker::{Picker, Pressed};

/// A terminal in raw mode, whose former mode is restored on drop.
pub(super) struct Screen;

impl Screen {
    /// Switches to raw mode and clears the screen.
    ///
    /// Errors: the terminal does not support it.
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        let screen = Self;
        // Without an alternate screen, the main one is cleared.
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            Clear(ClearType::All),
            Hide
        )?;
        Ok(screen)
    }

    /// Draws a picker; with `is_cleared`, after a change of the size of the screen, on an empty one.
    fn draw(picker: &mut Picker<'_>, is_cleared: bool) -> io::Result<()> {
        let (width, height) = size()?;
        let mut out = BufWriter::new(io::stdout().lock());
        if is_cleared {
            queue!(out, Clear(ClearType::All))?;
        }
        picker.canvas(width, height).print(&mut out)?;
        out.flush()
    }

    /// Asks a question. `values` are the values of the answers; `read` returns the value of a typed word, or why it is no
    /// answer.
    ///
    /// Errors: the terminal cannot be read or written; the question is unanswered then.
    pub(super) fn ask(
        &self,
        picker: &mut Picker<'_>,
        values: &[i32],
        read: impl Fn(&str) -> Result<i32, String>,
    ) -> io::Result<Response> {
        let mut is_cleared = false;
        loop {
            Self::draw(picker, is_cleared)?;
            let event = event::read()?;
            is_cleared = matches!(event, Event::Resize(..));
            let Event::Key(key) = event else {
                continue;
            };
            match picker.press(key) {
                Pressed::Nothing => {}
                Pressed::Undo => return Ok(Response::Undo),
                Pressed::Leave => return Ok(Response::Leave),
                Pressed::Taken(at) => {
                    if let Some(value) = values.get(at) {
                        return Ok(Response::Answer(*value));
                    }
                }
                Pressed::Typed(word) => match read(&word) {
                    Ok(value) => return Ok(Response::Answer(value)),
                    Err(why) => picker.said = why.lines().map(str::to_owned).collect(),
                },
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(
            io::stdout(),
            Clear(ClearType::All),
            MoveTo(0, 0),
            Show,
            LeaveAlternateScreen
        );
        let _ = disable_raw_mode();
    }
}
