// The local server answers only its own page.

import assert from "node:assert/strict";
import { request } from "node:http";
import { after, test } from "node:test";
import { closeBrowser, isStatic, studio } from "./harness.mjs";

after(closeBrowser);

/** Asks for a socket as a browser does for a page of an origin; returns the status. */
function upgrade(address, origin, token) {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      path: `/socket?token=${token}`,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "c2FuZHRhYmxlLXN0dWRpbw==",
        ...(origin === null ? {} : { Origin: origin }),
      },
    });
    asked.on("response", (response) => resolve(response.statusCode));
    asked.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("a foreign origin is refused", { skip: isStatic }, async (t) => {
  const { address } = await studio(t);
  const { origin, searchParams } = new URL(address);
  const token = searchParams.get("token");
  assert.equal(await upgrade(address, origin, token), 101);
  assert.equal(await upgrade(address, "https://example.org", token), 403);
  assert.equal(await upgrade(address, origin, "0".repeat(32)), 403);
});
