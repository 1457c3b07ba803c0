//! Frames of the base protocol of the Language Server Protocol: a header with the length of a body, an empty line, the body.
//!
//! A frame that cannot be read is answered by an error, and reading continues: a body that is too long is skipped without being
//! stored,
//! and after a header without a usable length everything up to the next line `Content-Length: N` is skipped. No body contains such a
//! line:
//! JSON has no line breaks within its strings, and no such words outside of them.

use std::io::{self, BufRead, Read, Write};

/// Maximum length of a line of a header, in bytes.
const LONGEST_LINE: usize = 8 * 1024;
/// Maximum number of lines of a header.
const MOST_LINES: usize = 64;

/// A frame.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// Its body.
    Body(Vec<u8>),
    /// The reason why it cannot be read; the reader continues with the next.
    Refused(String),
}

/// Reader of frames.
#[derive(Debug)]
pub struct Frames<R> {
    from: R,
    /// Maximum length of a body, in bytes.
    longest: usize,
    /// Whether bytes are skipped up to the next header.
    is_lost: bool,
}

/// The length in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Missing,
    Known(u64),
    /// Two different lengths.
    Twice,
    /// No number, or one out of range.
    Unreadable,
}

impl<R: BufRead> Frames<R> {
    /// Returns a reader of frames with bodies of at most `longest` bytes.
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
        // Capacity is not reserved: the length in the header may exceed the input.
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

    /// Reads the lines of a header up to its empty line; `None` at the end of the input.
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

    /// Reads a line without its line break, up to the maximum length; `None` at the end of the input.
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

    /// Skips everything up to the end of the next line `Content-Length: N`, at any offset; `None` at the end of the input.
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

/// Matcher for a line `Content-Length: N`, byte by byte.
#[derive(Debug, Default)]
struct Seeker {
    /// Number of matched bytes of the name.
    n_matched: usize,
    has_digits: bool,
    /// `None` for a number out of range.
    length: Option<u64>,
    /// Whether only the line break may follow.
    is_over: bool,
}

impl Seeker {
    const NAME: &[u8] = b"content-length:";

    /// Consumes a byte; returns whether it completes such a line.
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
                // The first letter of the name occurs in it only once, so that another match can begin only here.
                *self = Self::default();
                self.n_matched = usize::from(byte.eq_ignore_ascii_case(&b'c'));
            }
        }
        false
    }
}

/// Writes a frame.
///
/// Errors: the output cannot be written.
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

    /// Returns the bodies and refusals of an input, for bodies of at most 20 bytes, followed by the end of the input.
    fn read(input: &[u8]) -> Vec<String> {
        let mut read = Vec::new();
        // With a buffer of three bytes, every part is read in pieces.
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
            // In a JSON string a line break is written as two characters.
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

    /// An endless input that counts the bytes read from it.
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
