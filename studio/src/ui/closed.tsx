// What is shown when the studio cannot begin.

import { Refused } from "../connection/peer";
import { messageOf } from "../texts/saving";

export function Closed({ error }: { error: unknown }) {
  const message = error instanceof Error ? messageOf(error) : Refused.from(error).message;
  return (
    <main class="closed">
      <h1>The studio did not open</h1>
      <p>{message}</p>
      <p>
        Start it with <code>sandtable studio</code> in the folder of your game, and open the address that it prints. If a tab was open before, close
        it: each start has an address of its own.
      </p>
      {window.location.hash.startsWith("#studio=") && (
        <p>The link itself is whole: copy this page’s address, and open it under “Open a link” on the first page of any studio.</p>
      )}
      <button type="button" class="primary" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
