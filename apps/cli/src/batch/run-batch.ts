// The loop of `ptc eval --batch`: reads a line, writes its answer, in order. It does not read on
// before the answer is taken.

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { fileProblem } from "../files/read-text.ts";
import { readLines } from "../files/read-lines.ts";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { answerLine } from "./batch-answer.ts";
import { maximumLineBytes } from "./batch-request.ts";

/** @throws UsageError when the input cannot be read */
export async function runBatch(host: Host, path: string): Promise<ExitCode> {
  const input: AsyncIterable<unknown> =
    path === "-" ? host.input : createReadStream(resolve(host.folder, path));
  for await (const line of readLines(orUsageError(input, path), maximumLineBytes)) {
    const answer = await answerLine(line);
    if (answer !== undefined) await write(host.output, `${answer}\n`);
  }
  return exitCode.ok;
}

/** The chunks of `input`. Only a failure of the input itself is wrong usage. */
async function* orUsageError(input: AsyncIterable<unknown>, path: string): AsyncGenerator {
  try {
    yield* input;
  } catch (error) {
    throw new UsageError(
      `${path === "-" ? "standard input" : `requests file ${path}`}: ${fileProblem(error)}`,
    );
  }
}
