// The lines of a file store: a header, and one line for each operation. A line begins with its
// checksum (CRC-32 of the rest), so damage is found. It has the states that the operation made, so
// reading it again needs no clock.
//
//   {"format":"ptc-store","version":1}
//   1b2e3f40 {"token":3,"mutations":[{"key":{…},"state":{…},"entries":["…"]}]}

import { crc32 } from "node:zlib";
import type { Mutation } from "../../store/internal.ts";

const format = "ptc-store";
const version = 1;

/** The first line, with its line feed. */
export const headerLine = `${JSON.stringify({ format, version })}\n`;

/** The contents of a line. */
export interface OperationLine {
  /** The greatest token of all leases so far, also of deleted records. */
  readonly token: number;
  readonly mutations: readonly Mutation[];
}

/**
 * Returns a line with its line feed.
 * @throws RangeError if it is longer than a string can be
 */
export function writeLine(line: OperationLine): Buffer {
  const json = Buffer.from(JSON.stringify(line), "utf8");
  return Buffer.concat([Buffer.from(`${checksum(json)} `, "latin1"), json, lineFeed]);
}

const lineFeed = Buffer.from("\n", "latin1");
const checksumLength = 8;

/** Returns undefined for a line that isn't as it was written. */
export function readLine(bytes: Buffer): OperationLine | undefined {
  const json = bytes.subarray(checksumLength + 1);
  if (bytes.toString("latin1", 0, checksumLength + 1) !== `${checksum(json)} `) return undefined;
  try {
    // The checksum shows that this class wrote it.
    return JSON.parse(json.toString("utf8")) as OperationLine;
  } catch {
    return undefined;
  }
}

/** Returns the version in a header, 0 if it isn't one of a store. */
export function versionIn(bytes: Buffer): number {
  try {
    const header = JSON.parse(bytes.toString("utf8")) as unknown;
    if (typeof header !== "object" || header === null) return 0;
    const { format: found, version: number } = header as Readonly<Record<string, unknown>>;
    return found === format && typeof number === "number" ? number : 0;
  } catch {
    return 0;
  }
}

/** True if this release reads the version. */
export function isKnownVersion(found: number): boolean {
  return found === version;
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(checksumLength, "0");
}
