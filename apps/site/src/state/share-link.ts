// The state in the fragment of a link, which no server sees: `#state=` with compressed JSON, or
// `#program=` with a program alone, as the reference links its examples. Reading is bounded, and
// runs nothing.

import { emptyState, readState, stateLimits, type PlaygroundState } from "./playground-state.ts";

export type ReadLink =
  | { readonly kind: "none" }
  | { readonly kind: "state"; readonly state: PlaygroundState }
  | { readonly kind: "refused"; readonly message: string };

/** Longer links are refused by servers and messengers anyway. */
export const mostLinkCharacters = 64_000;
const mostBytes = 4 * stateLimits.text;

const refusal = {
  long: "The link is too long to be from this page.",
  broken: "The link is damaged: a part of it is missing or changed.",
  other: "The link has no state of the playground.",
} as const;

/** Returns the fragment for a state, with `#`, or undefined if it is too long for a link. */
export async function linkFragment(state: PlaygroundState): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await collect(
    new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")),
    mostBytes,
  );
  const fragment = packed === undefined ? "" : `#state=${base64Url(packed)}`;
  return fragment === "" || fragment.length > mostLinkCharacters ? undefined : fragment;
}

/** True if the fragment is a link of the playground, and not one to a heading. */
export function isLink(hash: string): boolean {
  return /^#(state|program)=/.test(hash);
}

/** Reads the fragment of the address, which begins with `#` if it has one. Never throws. */
export async function readLink(hash: string): Promise<ReadLink> {
  if (!isLink(hash)) return { kind: "none" };
  const fragment = hash.slice(1);
  if (fragment.length > mostLinkCharacters) return { kind: "refused", message: refusal.long };
  if (fragment.startsWith("program=")) return programLink(fragment.slice("program=".length));
  const packed = bytesOf(fragment.slice("state=".length));
  const json = packed === undefined ? undefined : await inflated(packed);
  if (json === undefined) return { kind: "refused", message: refusal.broken };
  const state = readState(json.value);
  return state === undefined
    ? { kind: "refused", message: refusal.other }
    : { kind: "state", state };
}

function programLink(encoded: string): ReadLink {
  try {
    const program = decodeURIComponent(encoded);
    return { kind: "state", state: { ...emptyState, program } };
  } catch {
    return { kind: "refused", message: refusal.broken };
  }
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<{ value: unknown } | undefined> {
  try {
    const bytes = await collect(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
      mostBytes,
    );
    if (bytes === undefined) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a stream, or undefined once there are more than `most`. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function base64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
