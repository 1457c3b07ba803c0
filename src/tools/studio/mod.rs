//! The studio's server: the page, the files of a folder, and the language service, for a browser on the same machine.
//!
//! It listens on the loopback address only. A request must name that address as its host, and a page of another origin is
//! refused; the socket, behind which the files are, opens only to those who know the token of the address. So no other page
//! in the browser, and no other machine, reads or writes anything. A folder keeps its token and its port over restarts, in a file that only
//! the user can read: a page that is open finds its studio again.

mod address;
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
use address::KeptAddress;
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
        let kept = KeptAddress::of(folder.root());
        let listener = listen(port, kept.as_ref()).await?;
        let address: SocketAddr = listener.local_addr()?;
        let token = match kept {
            Some(kept) => kept.token,
            None => {
                let token = guard::new_token()?;
                address::keep(folder.root(), &token, address.port());
                token
            }
        };
        let guard = Guard::new(address, token);
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

/// Takes the port that is asked for; without one that of the last time, the usual one, or any that is free.
///
/// Errors: the port that is asked for is taken.
async fn listen(port: Option<u16>, kept: Option<&KeptAddress>) -> io::Result<TcpListener> {
    let wanted = match port {
        Some(port) => vec![port],
        None => vec![kept.map_or(PORT, |kept| kept.port), PORT, 0],
    };
    let mut refused = io::Error::from(io::ErrorKind::AddrInUse);
    for port in wanted {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = error,
        }
    }
    Err(refused)
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
