// What is shown when the studio cannot begin.

import { useState } from "preact/hooks";
import { Refused } from "../connection/peer";
import { tokenIn, useToken } from "../connection/shell";
import { messageOf } from "../texts/saving";

export function Closed({ error }: { error: unknown }) {
  const message = error instanceof Error ? messageOf(error) : Refused.from(error).message;
  const [address, setAddress] = useState("");
  const token = tokenIn(address);
  const open = (event: Event): void => {
    event.preventDefault();
    if (token === null) return;
    // A studio of another folder is at another port.
    if (URL.canParse(address) && new URL(address).origin !== window.location.origin) {
      window.location.assign(address + window.location.hash);
      return;
    }
    useToken(token);
    window.location.reload();
  };
  return (
    <main class="closed">
      <h1>The studio did not open</h1>
      <p>{message}</p>
      <p>
        Start it with <code>sandtable studio</code> in the folder of your game. It opens this page with its key; a tab keeps the key until it is closed.
        From a bookmark, paste here the address that it prints:
      </p>
      <form class="row" onSubmit={open}>
        <label class="grow">
          <span class="hidden">Address with its key</span>
          <input class="wide" type="text" value={address} placeholder="http://127.0.0.1:7432/?token=…" onInput={(event) => setAddress(event.currentTarget.value)} />
        </label>
        <button type="submit" class="primary" disabled={token === null}>
          Open
        </button>
      </form>
      {window.location.hash.startsWith("#studio=") && (
        <p>The link itself is whole: it opens as soon as the studio does. In any other studio, use “Open a link” at the top.</p>
      )}
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
