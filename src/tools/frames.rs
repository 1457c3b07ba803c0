//! Frames of the base protocol of the Language Server Protocol: a header with the length of a body, an empty line, the body.
//!
//! A frame that cannot be read costs an answer, not the conversation: a body that is too long is skipped and never held, and after a
//! header without a usable length everything is skipped up to the next `Content-Length: N` that ends its line. No body can hold
//! that: JSON has no line breaks within its texts, and no such words outside of them.

use std::io::{self, BufRead, Read, Write};

/// Most bytes of a line of a header.
const LONGEST_LINE: usize = 8 * 1024;
/// Most lines of a header.
const MOST_LINES: usize = 64;

/// A frame that was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// Its body.
    Body(Vec<u8>),
    /// The reason why it cannot be read; the reader goes on with the next.
    Refused(String),
}

/// Reads frames.
#[derive(Debug)]
pub struct Frames<R> {
    from: R,
    /// Most bytes of a body.
    longest: usize,
    /// Bytes are skipped up to the next header.
    is_lost: bool,
}

/// The length that a header names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Missing,
    Known(u64),
    /// Two that differ.
    Twice,
    /// No number, or one that no machine counts to.
    Unreadable,
}

impl<R: BufRead> Frames<R> {
    /// A reader of frames with bodies of so many bytes at most.
    pub fn new(from: R, longest: usize) -> Self {
        Self {
            from,
            longest,
            is_lost: false,
        }
    }

    /// Reads the next frame; `None` at the end of the input.
    ///
    /// Errors: the input cannot be read, or ends within a frame.
    pub fn read_next(&mut self) -> io::Result<Option<Frame>> {
        let found = match std::mem::take(&mut self.is_lost) {
            false => Length::Missing,
            true => match self.skip_to_length()? {
                Some(length) => length,
                None => return Ok(None),
            },
        };
        let Some(length) = self.header(found)? else {
            return Ok(None);
        };
        let length = match length {
            Length::Known(length) => length,
            Length::Missing => return Ok(self.lost("this header has no `Content-Length`")),
            Length::Twice => return Ok(self.lost("this header has two `Content-Length`s")),
            Length::Unreadable => {
                return Ok(
                    self.lost("the `Content-Length` of this header is not a number of bytes")
                );
            }
        };
        if length > self.longest as u64 {
            let longest = self.longest;
            return Ok(self.lost(&format!(
                "this message has {length} bytes; the longest that is read has {longest}"
            )));
        }
        // Not reserved beforehand: a header may promise more than ever comes.
        let mut body = Vec::new();
        let n_read = self.from.by_ref().take(length).read_to_end(&mut body)?;
        match (n_read as u64) < length {
            true => Err(ended()),
            false => Ok(Some(Frame::Body(body))),
        }
    }

    fn lost(&mut self, why: &str) -> Option<Frame> {
        self.is_lost = true;
        Some(Frame::Refused(why.to_owned()))
    }

    /// Reads the lines of a header up to its empty line; `None` if the input ends before the first.
    fn header(&mut self, found: Length) -> io::Result<Option<Length>> {
        let mut length = found;
        for n_lines in 0..MOST_LINES {
            let Some(line) = self.line()? else {
                return match n_lines == 0 && found == Length::Missing {
                    true => Ok(None),
                    false => Err(ended()),
                };
            };
            if line.is_empty() {
                return Ok(Some(length));
            }
            let line = String::from_utf8_lossy(&line);
            let Some((name, value)) = line.split_once(':') else {
                return Ok(Some(Length::Missing));
            };
            if !name.trim().eq_ignore_ascii_case("content-length") {
                continue;
            }
            let value = value.trim();
            let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            let own = value.parse().ok().filter(|_| is_number);
            let own = own.map_or(Length::Unreadable, Length::Known);
            length = match length {
                Length::Missing => own,
                known if known == own => own,
                Length::Known(_) | Length::Twice | Length::Unreadable => Length::Twice,
            };
        }
        Ok(Some(Length::Missing))
    }

    /// Reads a line without its line break, or as much of it as a line may have; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let most = LONGEST_LINE as u64;
        let n_read = self.from.by_ref().take(most).read_until(b'\n', &mut line)?;
        if n_read == 0 {
            return Ok(None);
        }
        if line.ends_with(b"\n") {
            line.pop();
            line.pop_if(|last| *last == b'\r');
        }
        Ok(Some(line))
    }

    /// Skips everything up to the end of the next line `Content-Length: N`, wherever that begins; `None` at the end of the input.
    fn skip_to_length(&mut self) -> io::Result<Option<Length>> {
        let mut seeker = Seeker::default();
        loop {
            let bytes = match self.from.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                return Ok(None);
            }
            let found = bytes.iter().position(|byte| seeker.is_found(*byte));
            let n_seen = found.map_or(bytes.len(), |at| at + 1);
            self.from.consume(n_seen);
            if found.is_some() {
                return Ok(Some(match seeker.length {
                    Some(length) => Length::Known(length),
                    None => Length::Unreadable,
                }));
            }
        }
    }
}

/// Looks for a line `Content-Length: N` byte by byte.
#[derive(Debug, Default)]
struct Seeker {
    /// Bytes of the name that have come.
    n_matched: usize,
    has_digits: bool,
    /// `None` beyond what can be counted.
    length: Option<u64>,
    /// Only the line break may follow.
    is_over: bool,
}

impl Seeker {
    const NAME: &[u8] = b"content-length:";

    /// Takes the next byte; whether it ends such a line.
    fn is_found(&mut self, byte: u8) -> bool {
        match (Self::NAME.get(self.n_matched), byte) {
            (Some(wanted), _) if byte.eq_ignore_ascii_case(wanted) => self.n_matched += 1,
            (None, b'0'..=b'9') if !self.is_over => {
                let so_far = if self.has_digits {
                    self.length
                } else {
                    Some(0)
                };
                let longer = so_far.and_then(|length| length.checked_mul(10));
                self.length = longer.and_then(|length| length.checked_add(u64::from(byte - b'0')));
                self.has_digits = true;
            }
            (None, b' ' | b'\t' | b'\r') => self.is_over = self.has_digits,
            (None, b'\n') if self.has_digits => return true,
            (Some(_) | None, _) => {
                // The name has its first letter only once, so that a match can begin only here.
                *self = Self::default();
                self.n_matched = usize::from(byte.eq_ignore_ascii_case(&b'c'));
            }
        }
        false
    }
}

/// Writes a frame.
///
/// Errors: it cannot be written.
pub fn write(to: &mut impl Write, body: &[u8]) -> io::Result<()> {
    write!(to, "Content-Length: {}\r\n\r\n", body.len())?;
    to.write_all(body)?;
    to.flush()
}

fn ended() -> io::Error {
    let why = "the input ended in the middle of a message";
    io::Error::new(io::ErrorKind::UnexpectedEof, why)
}

#[cfg(test)]
mod tests {
    use super::{Frame, Frames, write};
    use std::io::{self, BufReader, Read};

    /// The bodies and refusals in an input, with bodies of 20 bytes at most; then how it ended.
    fn read(input: &[u8]) -> Vec<String> {
        let mut read = Vec::new();
        // A buffer of three bytes: everything is cut somewhere.
        let mut frames = Frames::new(BufReader::with_capacity(3, input), 20);
        loop {
            match frames.read_next() {
                Ok(Some(Frame::Body(body))) => read.push(String::from_utf8(body).unwrap()),
                Ok(Some(Frame::Refused(why))) => read.push(format!("refused: {why}")),
                Ok(None) => return read,
                Err(error) => {
                    read.push(format!("error: {error}"));
                    return read;
                }
            }
        }
    }

    const NEXT: &str = "Content-Length: 4\r\n\r\nnext";

    #[test]
    fn what_is_written_is_read() {
        let mut written = Vec::new();
        write(&mut written, b"{}").unwrap();
        write(&mut written, b"").unwrap();
        assert_eq!(
            written,
            b"Content-Length: 2\r\n\r\n{}Content-Length: 0\r\n\r\n"
        );
        assert_eq!(read(&written), ["{}", ""]);
        assert_eq!(read(b""), [""; 0]);
    }

    #[test]
    fn other_lines_of_a_header_are_allowed() {
        let type_first = "Content-Type: a; charset=utf-8\r\ncontent-length:4\n\r\nbody";
        let twice = "Content-Length: 4\r\nContent-Length: 4\r\n\r\nbody";
        for head in [type_first, twice] {
            assert_eq!(read(format!("{head}{NEXT}").as_bytes()), ["body", "next"]);
        }
    }

    #[test]
    fn after_a_header_that_cannot_be_read_the_next_frame_is_read() {
        let number = "refused: the `Content-Length` of this header is not a number of bytes";
        let missing = "refused: this header has no `Content-Length`";
        let long = |n: u64| {
            format!("refused: this message has {n} bytes; the longest that is read has 20")
        };
        for (head, why) in [
            ("Content-Length: -4\r\n\r\n{\"a\": 1}", number.to_owned()),
            ("Content-Length: four\r\n\r\n{\"a\": 1}", number.to_owned()),
            ("Content-Length:\r\n\r\n{}", number.to_owned()),
            ("Content-Length: +4\r\n\r\nbody", number.to_owned()),
            (
                "Content-Length: 99999999999999999999\r\n\r\n{}",
                number.to_owned(),
            ),
            ("Content-Type: a\r\n\r\n{}", missing.to_owned()),
            ("\r\n", missing.to_owned()),
            ("no header at all\r\n\r\n", missing.to_owned()),
            (
                "Content-Length: 4\r\nContent-Length: 5\r\n\r\nbodyc",
                "refused: this header has two `Content-Length`s".to_owned(),
            ),
            ("Content-Length: 9999999999\r\n\r\n", long(9_999_999_999)),
            ("Content-Length: 21\r\n\r\n123456789012345678901", long(21)),
            // In a text of JSON the line break is two letters.
            (
                "Content-Length: 40\r\n\r\n\"Content-Length: 3\\r\\n\\r\\nabc and so on...\"",
                long(40),
            ),
        ] {
            assert_eq!(
                read(format!("{head}{NEXT}").as_bytes()),
                [why, "next".to_owned()],
                "{head}"
            );
        }
    }

    #[test]
    fn a_header_without_end_is_not_held() {
        let long = format!("X: {}{NEXT}", "a".repeat(100_000));
        assert_eq!(read(long.as_bytes()).last().unwrap(), "next");
        let many = format!("{}{NEXT}", "X: a\r\n".repeat(1_000));
        assert_eq!(read(many.as_bytes()).last().unwrap(), "next");
    }

    #[test]
    fn an_end_in_the_middle_is_an_error() {
        let ended = "error: the input ended in the middle of a message";
        assert_eq!(read(b"Content-Length: 5\r\n\r\nfour"), [ended]);
        assert_eq!(read(b"Content-Length: 5\r\n"), [ended]);
        // Where nothing is read any more, nothing is cut.
        assert_eq!(read(b"Content-Length: 21\r\n\r\nfour").len(), 1);
    }

    /// An input without end of which only a part is read.
    struct Endless(u64);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(b'c');
            self.0 += buffer.len() as u64;
            Ok(if self.0 > 200 << 20 { 0 } else { buffer.len() })
        }
    }

    #[test]
    fn what_is_too_long_is_skipped() {
        let head: &[u8] = b"Content-Length: 9999999999\r\n\r\n";
        let mut frames = Frames::new(BufReader::new(head.chain(Endless(0))), 20);
        assert!(matches!(frames.read_next(), Ok(Some(Frame::Refused(_)))));
        assert!(matches!(frames.read_next(), Ok(None)));
    }
}
