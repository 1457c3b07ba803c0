// A folder of texts as a zip file, in and out.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { isTextPath } from "../texts/paths";
import type { StoredText } from "./store";

export function zipped(texts: readonly StoredText[]): Blob {
  const files = Object.fromEntries(texts.map(({ path, text }) => [path, strToU8(text)]));
  return new Blob([zipSync(files)], { type: "application/zip" });
}

/** Reads the texts of a zip; a folder around `rules` and `units` is taken off. */
export async function unzipped(file: Blob): Promise<StoredText[]> {
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const texts = Object.entries(files)
    .filter(([path, bytes]) => isTextPath(path) && bytes.length > 0 && !path.startsWith("__MACOSX"))
    .map(([path, bytes]) => ({ path, text: strFromU8(bytes).replaceAll("\r\n", "\n") }));
  const around = commonFolder(texts.map((text) => text.path));
  return texts.map(({ path, text }) => ({ path: path.slice(around.length), text }));
}

/** Returns the folder that all paths begin with, unless it is one of ours. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0]?.split("/")[0];
  if (first === undefined || first === "rules" || first === "units") return "";
  return paths.every((path) => path.startsWith(`${first}/`)) ? `${first}/` : "";
}
