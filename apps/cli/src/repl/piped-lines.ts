// Reads lines from a pipe or file. Rejects bytes that are not UTF-8.

import { decodeUtf8, readLines } from "@ptc/core/internal/node";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

const maximumLineBytes = 10_000_000;

/** Yields lines. @throws UsageError for input that is not text */
export async function* pipedLines(host: Host): AsyncGenerator<string> {
  for await (const { number, bytes } of readLines(host.input, maximumLineBytes)) {
    const shown = `line ${String(number)} of standard input`;
    if (bytes === undefined)
      throw new UsageError(`${shown} is longer than ${String(maximumLineBytes)} bytes`);
    const decoded = decodeUtf8(bytes);
    if (!decoded.ok)
      throw new UsageError(`${shown}: ${decoded.message.replace(" in line 1,", "")}`);
    yield decoded.text.replace(/\r$/, "");
  }
}
