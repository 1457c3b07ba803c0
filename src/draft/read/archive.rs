//! Parts of a zipped document, unpacked within bounds.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{CompressionMethod, ZipArchive};

use super::fault::Fault;

/// Largest part that is unpacked, in bytes.
const LARGEST_PART: usize = 48 << 20;
/// Maximum number of entries that are read.
const MOST_ENTRIES: usize = 20_000;

/// The parts of an archive with these names, in the order of `names`; `None` for a part that is not there.
///
/// Errors: the archive is damaged, protected by a password or unpacks to more than is read.
pub(super) fn parts(bytes: &[u8], names: &[&str]) -> Result<Vec<Option<Vec<u8>>>, Fault> {
    let damaged = |_| Fault::Damaged("its archive cannot be unpacked");
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut found: Vec<Option<Vec<u8>>> = vec![None; names.len()];
    let mut entries = archive.entries();
    let mut n_entries = 0;
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        n_entries += 1;
        if n_entries > MOST_ENTRIES {
            return Err(Fault::TooLarge);
        }
        let path = entry.file_path();
        let raw: &[u8] = path.as_ref();
        let place = names.iter().position(|name| name.as_bytes() == raw);
        let Some(part) = place.and_then(|at| found.get_mut(at)) else {
            continue;
        };
        if entry.flags().is_encrypted() {
            return Err(Fault::Encrypted);
        }
        let is_stored = entry.compression_method() == CompressionMethod::STORE;
        let is_deflated = entry.compression_method() == CompressionMethod::DEFLATE;
        if !is_stored && !is_deflated {
            return Err(Fault::Damaged("its archive is packed in an unusual way"));
        }
        let data = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        *part = Some(unpacked(data.data(), is_stored)?);
    }
    Ok(found)
}

fn unpacked(data: &[u8], is_stored: bool) -> Result<Vec<u8>, Fault> {
    if is_stored {
        return match data.len() <= LARGEST_PART {
            true => Ok(data.to_vec()),
            false => Err(Fault::TooLarge),
        };
    }
    decompress_to_vec_with_limit(data, LARGEST_PART).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            Fault::TooLarge
        } else {
            Fault::Damaged("its archive cannot be unpacked")
        }
    })
}
