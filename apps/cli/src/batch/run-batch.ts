// The loop of `ptc eval --batch`: reads a line and writes its result, in order. It reads the next
// line once the reader has taken the result.

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { fileProblem } from "@ptc/core/internal/host";
import type { LispRunOptions } from "@ptc/lisp";
import { readLines } from "@ptc/core/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { write } from "../terminal/output.ts";
import { UsageError } from "../terminal/usage-error.ts";
import { answerLine } from "./batch-answer.ts";
import { maximumLineBytes } from "./batch-request.ts";

/** Resolves to the exit code. @throws UsageError if the input can't be read */
export async function runBatch(
  host: Host,
  path: string,
  given: Pick<LispRunOptions, "libraries"> = {},
): Promise<ExitCode> {
  const input: AsyncIterable<unknown> =
    path === "-" ? host.input : createReadStream(resolve(host.folder, path));
  for await (const line of readLines(orUsageError(input, path), maximumLineBytes)) {
    const answer = await answerLine(line, given);
    if (answer !== undefined) await write(host.output, `${answer}\n`);
  }
  return exitCode.ok;
}

/** Yields the chunks of `input`. Only errors of the input itself are usage errors. */
async function* orUsageError(input: AsyncIterable<unknown>, path: string): AsyncGenerator {
  try {
    yield* input;
  } catch (error) {
    throw new UsageError(
      `${path === "-" ? "standard input" : `requests file ${path}`}: ${fileProblem(error)}`,
    );
  }
}
