//! Files that cannot be read, each with what to do.

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{FileId, Span};

/// Reason for which a manuscript cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Part of it is not as its format demands.
    Damaged(&'static str),
    /// A password protects it.
    Encrypted,
    /// It unpacks to more than any manuscript has.
    TooLarge,
    /// It has another format than its name says, or one that is not read.
    Foreign(Foreign),
    /// Not UTF-8, nor a text at all.
    NotText,
    /// No text is in it.
    Empty,
}

/// Format that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    Pdf,
    OldWord,
    RichText,
    Pages,
    Spreadsheet,
    Zip,
}

impl Foreign {
    /// The format of a file of this name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "pdf" => Self::Pdf,
            "doc" | "dot" => Self::OldWord,
            "rtf" => Self::RichText,
            "pages" => Self::Pages,
            "xls" | "xlsx" | "ods" => Self::Spreadsheet,
            _ => return None,
        })
    }

    /// The format of a file that begins with these bytes.
    pub(super) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"%PDF") {
            Some(Self::Pdf)
        } else if bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
            Some(Self::OldWord)
        } else if bytes.starts_with(b"{\\rtf") {
            Some(Self::RichText)
        } else if bytes.starts_with(b"PK\x03\x04") {
            Some(Self::Zip)
        } else {
            None
        }
    }
}

impl Fault {
    /// The finding about a file.
    ///
    /// Reports: E0700.
    pub(super) fn report(self, file: FileId, name: &str) -> Diagnostic {
        let (why, help) = match self {
            Self::Damaged(why) => (
                why,
                "open it in your word processor and save it again as .docx or .odt",
            ),
            Self::Encrypted => (
                "it is protected by a password",
                "remove the password in your word processor, and save a copy without it",
            ),
            Self::TooLarge => (
                "it unpacks to more than 48 MB of text",
                "save it again without pictures and embedded files, or split it into chapters",
            ),
            Self::NotText => (
                "it is not a text in UTF-8",
                "save it as plain text with the encoding UTF-8",
            ),
            Self::Empty => (
                "there is no text in it",
                "if its pages are pictures, save the text itself as .docx, .odt or .txt",
            ),
            Self::Foreign(format) => format.reason(),
        };
        let message = format!("`{name}` cannot be read: {why}");
        Diagnostic::new(Code::UnreadableDraft, message)
            .label(Span::new(file, 0, 0), "")
            .help(help)
    }
}

impl Foreign {
    fn reason(self) -> (&'static str, &'static str) {
        match self {
            Self::Pdf => (
                "a PDF keeps the look of pages, not headings and tables",
                "give the document that the PDF was made from (.docx, .odt), or copy its text into a .txt file",
            ),
            Self::OldWord => (
                "it is a Word document of the format before 2007",
                "open it in Word or LibreOffice and save it as .docx",
            ),
            Self::RichText => (
                "it is in the Rich Text Format",
                "open it in your word processor and save it as .docx or .odt",
            ),
            Self::Pages => (
                "it is a Pages document",
                "in Pages, choose File, Export To, Word",
            ),
            Self::Spreadsheet => ("it is a spreadsheet", "save each of its tables as .csv"),
            Self::Zip => (
                "it is an archive and no document",
                "unpack it, and give the document in it",
            ),
        }
    }
}
