// A web server for a folder, under any path, as simple as those that static pages are put on: for the pictures, and for tests.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
};

/** Serves a folder under a path, such as `/games/`; returns the address of that, and what ends the server. */
export async function serve(folder, under = "/") {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inner = path.startsWith(under) ? normalize(path.slice(under.length)) : "..";
    const file = join(folder, inner === "." || inner.endsWith("/") ? join(inner, "index.html") : inner);
    if (inner.startsWith("..") || !existsSync(file) || !statSync(file).isFile()) {
      answer.writeHead(404).end("there is nothing here");
      return;
    }
    answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://localhost:${server.address().port}${under}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
