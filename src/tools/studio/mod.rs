//! The studio's server: the page, the files of a folder, and the language service, for a browser on the same machine.
//!
//! It listens on the loopback address only. A request must name that address as its host, and a page of another origin is
//! refused; the socket, behind which the files are, opens only to those who know the token of the address. So no other page
//! in the browser, and no other machine, reads or writes anything.

mod folder;
mod guard;
mod page;
mod socket;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::get;
use tokio::net::TcpListener;

use folder::Folder;
use guard::Guard;

/// State that the parts of the server share.
#[derive(Clone)]
struct Shared {
    folder: Arc<Folder>,
    guard: Arc<Guard>,
}

/// The port unless another is asked for. What a browser keeps for a page belongs to its address, the port included.
const PORT: u16 = 7432;

/// Serves a folder until the program ends. `announce` is given the address once it can be opened.
///
/// Errors: the folder cannot be entered, or the port is taken.
pub fn serve(folder: &Path, port: Option<u16>, announce: impl FnOnce(&str)) -> io::Result<()> {
    // Rules are found below the working folder, here as everywhere.
    std::env::set_current_dir(folder)?;
    let folder = Folder::open(std::env::current_dir()?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(PORT))).await;
        let listener = match bound {
            Err(_) if port.is_none() => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
            bound => bound?,
        };
        let address: SocketAddr = listener.local_addr()?;
        let guard = Guard::new(address)?;
        announce(&guard.address());
        let shared = Shared {
            folder: Arc::new(folder),
            guard: Arc::new(guard),
        };
        folder::watch(&shared.folder);
        let checked = middleware::from_fn_with_state(Arc::clone(&shared.guard), guard::check);
        let app = Router::new()
            .route("/socket", get(socket::open))
            .fallback(page::asset)
            .layer(checked)
            .with_state(shared);
        axum::serve(listener, app).await
    })
}
