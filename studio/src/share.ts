// A link that holds texts and a question. All of it is behind the `#`, which browsers send to nobody.

import { isRecord } from "./connection/peer";
import type { QuestionRecord } from "./question/question";
import type { StoredText } from "./store/store";
import { isTextPath } from "./texts/paths";

export interface Shared {
  texts: StoredText[];
  question: QuestionRecord | null;
}

const PREFIX = "#studio=";
/** A link may unfold to so many characters: a page must not be filled by a link alone. */
const MOST = 8_000_000;

export async function makeLink(address: string, shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  const page = address.replace(/[?#].*$/, "");
  return `${page}${PREFIX}${toBase64(new Uint8Array(packed))}`;
}

/** Reads what a link holds; `null` if there is nothing in it that can be read. */
export async function readLink(hash: string): Promise<Shared | null> {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const bytes = fromBase64(hash.slice(PREFIX.length));
    const unpacked = await through(bytes, new DecompressionStream("deflate-raw"));
    const value: unknown = JSON.parse(new TextDecoder().decode(unpacked));
    if (!isRecord(value) || !Array.isArray(value["texts"])) return null;
    const texts = value["texts"].filter(isText);
    return { texts, question: isQuestion(value["question"]) ? value["question"] : null };
  } catch {
    return null;
  }
}

function isText(value: unknown): value is StoredText {
  return isRecord(value) && typeof value["text"] === "string" && typeof value["path"] === "string" && isInside(value["path"]);
}

/** Whether a path stays inside of the folder. */
function isInside(path: string): boolean {
  return isTextPath(path) && !path.startsWith("/") && !path.split("/").some((part) => part === ".." || part === "") && !path.includes("\\");
}

export function isQuestion(value: unknown): value is QuestionRecord {
  const isPairs = (pairs: unknown): boolean =>
    Array.isArray(pairs) && pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));
  return (
    isRecord(value) &&
    typeof value["ruleset"] === "string" &&
    typeof value["ask"] === "string" &&
    typeof value["only"] === "string" &&
    isPairs(value["given"]) &&
    (value["units"] === undefined || isTexts(value["units"])) &&
    isPairs(value["options"]) &&
    isPairs(value["compare"]) &&
    isTexts(value["variants"])
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: BlobPart[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error("the link holds too much");
    chunks.push(value);
  }
  return new Blob(chunks).arrayBuffer();
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (mark) => mark.charCodeAt(0));
}
