// Lines from a pipe or file. Bytes that are not UTF-8 are refused.

import { decodeUtf8 } from "../files/decode-utf8.ts";
import { readLines } from "../files/read-lines.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

const maximumLineBytes = 10_000_000;

/** @throws UsageError for input that is no text. */
export async function* pipedLines(host: Host): AsyncGenerator<string> {
  for await (const { number, bytes } of readLines(host.input, maximumLineBytes)) {
    const where = `line ${String(number)} of standard input`;
    if (bytes === undefined)
      throw new UsageError(`${where} is longer than ${String(maximumLineBytes)} bytes`);
    const decoded = decodeUtf8(bytes);
    if (!decoded.ok)
      throw new UsageError(`${where}: ${decoded.message.replace(" in line 1,", "")}`);
    yield decoded.text.replace(/\r$/, "");
  }
}
