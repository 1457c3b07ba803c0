//! A zip archive in memory.

use std::io::{Error, Write};

use super::ExportFile;
use miniz_oxide::deflate::compress_to_vec;
use rawzip::{CompressionMethod, Crc32Option, DataDescriptorOutput, ZipArchiveWriter, crc32};

/// Level of compression: smaller is not worth the time.
const LEVEL: u8 = 6;

/// Returns the bytes of an archive of files.
///
/// Errors: the archive would be too large for its format.
pub(super) fn pack(files: &[ExportFile]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut writer = ZipArchiveWriter::new(&mut out);
    for file in files {
        add(&mut writer, file).map_err(|error| error.to_string())?;
    }
    writer.finish().map_err(|error| error.to_string())?;
    Ok(out)
}

fn add(writer: &mut ZipArchiveWriter<&mut Vec<u8>>, file: &ExportFile) -> Result<(), Error> {
    let entry = writer
        .new_file(&file.name)
        .compression_method(CompressionMethod::DEFLATE)
        .crc32(Crc32Option::Skip);
    let (mut entry, _) = entry.start().map_err(Error::other)?;
    entry.write_all(&compress_to_vec(&file.bytes, LEVEL))?;
    let size = u64::try_from(file.bytes.len()).unwrap_or(u64::MAX);
    let output = DataDescriptorOutput::new(crc32(&file.bytes), size);
    entry.finish(output).map_err(Error::other)?;
    Ok(())
}
