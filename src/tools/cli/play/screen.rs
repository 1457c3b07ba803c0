//! The screen of a game, for a person at a terminal: held from the first question to the end, so that nothing that is typed in
//! between is echoed.

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

/// A terminal whose keys are read one by one; as it was before when it is dropped.
pub(super) struct Screen;

impl Screen {
    /// Clears the screen.
    ///
    /// Errors: it is no terminal that can do so.
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        let screen = Self;
        // Where there is no other screen, this one is cleared.
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            Clear(ClearType::All),
            Hide
        )?;
        Ok(screen)
    }

    /// Draws what a picker shows; on a screen of another size than before, over nothing that is left there.
    fn draw(picker: &mut Picker<'_>, is_cleared: bool) -> io::Result<()> {
        let (width, height) = size()?;
        let mut out = BufWriter::new(io::stdout().lock());
        if is_cleared {
            queue!(out, Clear(ClearType::All))?;
        }
        picker.canvas(width, height).print(&mut out)?;
        out.flush()
    }

    /// Asks a question. `values` are what the answers stand for; `read` returns what a typed word stands for, or why it is no
    /// answer.
    ///
    /// Errors: the terminal cannot do so; nothing has been answered then.
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
