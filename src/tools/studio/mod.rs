//! The studio's server: the page, the files of a folder, and the language service, for a browser on the same machine.
//!
//! It listens on the loopback address only. A request must name that address as its host, and a page of another origin is
//! refused; the socket, behind which the files are, opens only to those who know the token of the address. So no other page
//! in the browser, and no other machine, reads or writes anything.

mod folder;
mod guard;
mod names;
mod page;
mod socket;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::get;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

pub use crate::tools::conversation::LONGEST;
use folder::Folder;
pub use folder::{DEEPEST, DEEPEST_ANYWHERE};
use guard::Guard;

/// State that the parts of the server share.
#[derive(Clone)]
struct Shared {
    folder: Arc<Folder>,
    guard: Arc<Guard>,
}

/// The port unless another is asked for. What a browser keeps for a page belongs to its address, the port included.
const PORT: u16 = 7432;

/// The time in which a request must have come, from its first byte to the end of its head; a connection on which none comes ends too.
pub const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Serves a folder until the program ends. `announce` is given the address once it can be opened, and what there is to say about
/// the folder.
///
/// Errors: the folder cannot be entered, or the port is taken.
pub fn serve(
    folder: &Path,
    port: Option<u16>,
    announce: impl FnOnce(&str, &[String]),
) -> io::Result<()> {
    // Rules are found below the working folder, here as everywhere.
    std::env::set_current_dir(folder)?;
    let folder = Folder::open(std::env::current_dir()?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(PORT))).await;
        let listener = match bound {
            Err(_) if port.is_none() => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
            bound => bound?,
        };
        let address: SocketAddr = listener.local_addr()?;
        let guard = Guard::new(address)?;
        announce(&guard.address(), folder.remarks());
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
            .layer(middleware::map_response(guard::restrict))
            .with_state(shared);
        answer(listener, app).await
    })
}

/// Answers every connection, until the program ends.
async fn answer(mut listener: TcpListener, app: Router) -> io::Result<()> {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME);
    loop {
        let (stream, _) = Listener::accept(&mut listener).await;
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        // A connection that fails concerns only whoever is at its other end.
        tokio::spawn(async { drop(connection.with_upgrades().await) });
    }
}
