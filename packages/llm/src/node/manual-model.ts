// A model whose responses a person or another program writes. Each request becomes a file in a
// folder, and the response is read from the file put beside it.
//
//   request-0001.json ─▶ somebody reads it ─▶ answer-0001.txt or answer-0001.json

import { open, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";
import { estimateUsage } from "../kit/usage.ts";
import { toLanguageModel } from "../kit/to-language-model.ts";
import { manualAnswer } from "./manual-answer.ts";
import { openRequestFolder, type RequestFolder } from "./request-folder.ts";
import { readableRequest, requestJson } from "./request-text.ts";

/** The options of `createManualModel`. */
export interface ManualModelOptions {
  /**
   * The folder for the files. Created if missing; refused if it already has requests, unless
   * `continues` is true.
   */
  readonly folder: string;
  /** The interval between checks for the answer file, in milliseconds. Default 250. */
  readonly pollMs?: number;
  /** Called for each request, with the paths of its file and of the expected answer file. */
  readonly onRequest?: (request: string, answer: string) => void;
  /**
   * True to continue an earlier run: a request that the folder has already is answered by its
   * answer file, in whatever order requests come. Default false.
   */
  readonly continues?: boolean;
  /**
   * False to fail with `recording_exhausted` instead of waiting for an answer file. Default true.
   */
  readonly waits?: boolean;
  /**
   * True to estimate the tokens of each request, and to mark them as estimated. Default false: the
   * responses have no usage.
   */
  readonly estimateUsage?: boolean;
  /** True to write `request-0001.md` as well, with the messages as text. Default false. */
  readonly readable?: boolean;
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
    ...(["folder", "pollMs", "onRequest", "continues", "waits"] as const),
    ...(["readable", "estimateUsage"] as const),
  ] satisfies (keyof ManualModelOptions)[]);
  const { folder, pollMs = 250, onRequest, waits = true, readable = false } = options;
  const { continues = false } = options;
  let opened: Promise<RequestFolder> | undefined;
  const counted = (request: ModelRequest, given: ModelAnswer): ModelAnswer => {
    if (options.estimateUsage !== true || typeof given === "string") return given;
    const { text = "", content = [{ type: "text" as const, text }] } = given;
    return { ...given, usage: estimateUsage(request, { content }) };
  };
  async function answer(request: ModelRequest): Promise<ModelAnswer> {
    opened ??= openRequestFolder(folder, continues);
    const requests = await opened;
    const { number, isNew } = requests.numberOf(request);
    const asked = join(folder, `request-${number}`);
    const answers = [".txt", ".json"].map((ending) => join(folder, `answer-${number}${ending}`));
    if (isNew) {
      if (readable)
        await writeFile(`${asked}.md`, readableRequest(request, `answer-${number}`), {
          flag: "wx",
        });
      // Rename the finished file, so that readers never see a partial one.
      await writeFile(`${asked}.json.part`, requestJson(request), { flag: "wx" });
      await rename(`${asked}.json.part`, `${asked}.json`);
    }
    let isAnnounced = false;
    for (;;) {
      for (const file of answers) {
        const written = await textOf(file);
        if (written !== undefined) return counted(request, manualAnswer(file, written));
      }
      if (!isAnnounced) onRequest?.(`${asked}.json`, answers[0] ?? "");
      isAnnounced = true;
      if (!waits)
        throw new ModelError({
          kind: "recording_exhausted",
          message: `${asked}.json waits for an answer in ${answers[0] ?? ""}`,
          provider: "manual",
        });
      await wait(pollMs, undefined, request.signal === undefined ? {} : { signal: request.signal });
    }
  }
  return toLanguageModel(answer, {
    provider: "manual",
    modelId: "folder",
    capabilities: { toolCalls: true },
  });
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
