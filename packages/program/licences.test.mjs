// The licences as they are printed for each system: node --test licences.test.mjs

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const printed = (target, env = process.env) => spawnSync("node", [join(here, "licences.mjs"), target], { encoding: "utf8", env, maxBuffer: 1 << 28 });

for (const target of ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]) {
  test(`the licences for ${target} name no path of this machine`, () => {
    const { status, stdout, stderr } = printed(target);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^ {2}serde 1\./m);
    assert.deepEqual(stdout.match(/^.*\.\.[/\\].*$/gm), null);
  });
}

test("a package that is linked but unknown is an error", () => {
  const folder = mkdtempSync(join(tmpdir(), "sandtable-licences-"));
  try {
    const cargo = execFileSync("sh", ["-c", "command -v cargo"], { encoding: "utf8" }).trim();
    writeFileSync(join(folder, "cargo"), `#!/bin/sh\n'${cargo}' "$@" || exit 1\nif [ "$1" = tree ]; then echo 'ghost v1.2.3'; fi\n`);
    chmodSync(join(folder, "cargo"), 0o755);
    const { status, stderr } = printed("x86_64-unknown-linux-gnu", { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` });
    assert.equal(status, 1);
    assert.match(stderr, /ghost v1\.2\.3/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
