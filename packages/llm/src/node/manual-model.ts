// A model whose responses a person or another program writes. Each request becomes a file in a
// folder, and the response is read from the file put beside it.
//
//   request-0001.json ─▶ somebody reads it ─▶ answer-0001.txt or answer-0001.json

import { mkdirSync } from "node:fs";
import { open, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";
import { stringifiable } from "../kit/json-text.ts";
import { toLanguageModel } from "../kit/to-language-model.ts";
import { manualAnswer } from "./manual-answer.ts";

/** The options of `createManualModel`. */
export interface ManualModelOptions {
  /** The folder for the files. Created if missing; refused if it already has requests. */
  readonly folder: string;
  /** The interval between checks for the answer file, in milliseconds. Default 250. */
  readonly pollMs?: number;
  /** Called for each request, with the paths of its file and of the expected answer file. */
  readonly onRequest?: (request: string, answer: string) => void;
}

/** The largest answer file in bytes. */
const longestAnswer = 5_000_000;

/**
 * Creates a model that writes `request-0001.json` into the folder and waits for an answer file:
 * `answer-0001.txt` with the text, or `answer-0001.json` with
 * `{ "text": "…", "calls": [{ "tool": "…", "arguments": { … } }] }`.
 * @throws OptionError for an unknown option
 */
export function createManualModel(options: ManualModelOptions): LanguageModel {
  assertKnownOptions(options, [
    "folder",
    "pollMs",
    "onRequest",
  ] satisfies (keyof ManualModelOptions)[]);
  const { folder, pollMs = 250, onRequest } = options;
  let requests = 0;
  async function answer(request: ModelRequest): Promise<ModelAnswer> {
    if (requests === 0) await prepare(folder);
    requests += 1;
    const number = String(requests).padStart(4, "0");
    const asked = join(folder, `request-${number}.json`);
    const answers = [".txt", ".json"].map((ending) => join(folder, `answer-${number}${ending}`));
    // Rename the finished file, so that readers never see a partial one.
    await writeFile(`${asked}.part`, requestText(request), { flag: "wx" });
    await rename(`${asked}.part`, asked);
    onRequest?.(asked, answers[0] ?? "");
    for (;;) {
      for (const file of answers) {
        const written = await textOf(file);
        if (written !== undefined) return manualAnswer(file, written);
      }
      await wait(pollMs, undefined, request.signal === undefined ? {} : { signal: request.signal });
    }
  }
  return toLanguageModel(answer, {
    provider: "manual",
    modelId: "folder",
    capabilities: { toolCalls: true },
  });
}

async function prepare(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const known = await readdir(folder);
  if (known.some((name) => /^request-\d+\.json$/.test(name)))
    throw new ModelError({
      kind: "invalid_request",
      message: `${folder} contains requests of another run; use an empty folder`,
      provider: "manual",
    });
}

/** Returns the request as JSON, without the signal and the headers, and with files in base64. */
function requestText(request: ModelRequest): string {
  const text = JSON.stringify(
    { ...request, signal: undefined, headers: undefined },
    (_, value: unknown) =>
      value instanceof Uint8Array
        ? Buffer.from(value).toString("base64")
        : typeof value === "bigint"
          ? stringifiable(value)
          : value,
    2,
  );
  return `${text}\n`;
}

/** Returns the text of a file that has stopped growing, or undefined if there isn't one yet. */
async function textOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size === 0) return undefined;
  if (found.size > longestAnswer)
    throw new ModelError({
      kind: "invalid_response",
      message: `${file} is longer than ${String(longestAnswer)} bytes`,
      provider: "manual",
      retryable: false,
    });
  // The file may still be being written, so check again whether it grows.
  await wait(20);
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return size === found.size ? await handle.readFile("utf8") : undefined;
  } finally {
    await handle.close();
  }
}
