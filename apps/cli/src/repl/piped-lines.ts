// Lines from a pipe or file, without prompt or echo. Bytes that are not UTF-8 are refused.

import { decodeUtf8 } from "../files/decode-utf8.ts";
import { readLines } from "../files/read-lines.ts";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";
import type { LineSource } from "./line-source.ts";

const maximumLineBytes = 10_000_000;

export function pipedLines(host: Host): LineSource {
  const lines = readLines(host.input, maximumLineBytes);
  return {
    async next() {
      const result = await lines.next();
      if (result.done === true) return undefined;
      const { value } = result;
      const where = `line ${String(value.number)} of standard input`;
      if (value.bytes === undefined)
        throw new UsageError(`${where} is longer than ${String(maximumLineBytes)} bytes`);
      const decoded = decodeUtf8(value.bytes);
      if (!decoded.ok)
        throw new UsageError(`${where}: ${decoded.message.replace(" in line 1,", "")}`);
      return decoded.text.replace(/\r$/, "");
    },
    clear: () => undefined,
    close: () => {
      host.input.destroy();
    },
  };
}
