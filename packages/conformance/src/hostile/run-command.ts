// Runs the command line in this process, on a host whose input is a text and whose output is
// collected, and says what is wrong with how it ended.

import { Readable, Writable } from "node:stream";
import { main } from "@ptc/cli";
import { placeOfHost } from "./judge.ts";

export interface CommandOptions {
  readonly folder: string;
  readonly input: string;
  /** The columns of the terminal that the output claims to be. */
  readonly columns?: number;
}

export interface CommandEnd {
  readonly code: number;
  readonly output: string;
  readonly fault: string | undefined;
}

export async function runCommand(
  commandLine: readonly string[],
  { folder, input, columns }: CommandOptions,
): Promise<CommandEnd> {
  const output = collector(columns);
  const errors = collector(columns);
  const code = await main(commandLine, {
    input: Readable.from([Buffer.from(input)]),
    output: output.stream,
    errors: errors.stream,
    environment: {},
    folder,
    now: () => new Date(0),
    onSignal: () => () => undefined,
  });
  return { code, output: output.text(), fault: faultOf(code, errors.text()) };
}

function faultOf(code: number, errors: string): string | undefined {
  if (![0, 1, 2].includes(code)) return `ends with code ${String(code)}`;
  if (errors.includes("internal error"))
    return `tells of an internal error: ${errors.slice(0, 300)}`;
  if (code === 2 && errors === "") return "refuses without a message";
  return placeOfHost.test(errors)
    ? `tells a place of the host: ${errors.slice(0, 300)}`
    : undefined;
}

function collector(columns: number | undefined): {
  readonly stream: Writable;
  readonly text: () => string;
} {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    stream: columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns }),
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}
