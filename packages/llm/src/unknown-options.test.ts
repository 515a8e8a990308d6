import { OptionError } from "@ptc/core/errors";
import { expect, test } from "vitest";
import {
  collectStream,
  createModelRecorder,
  createScriptedModel,
  toLanguageModel,
} from "./index.ts";
import { createManualModel } from "./node/index.ts";

// As a caller in JavaScript may write them.
const misspelled = { frob: "mine" };
const folder = "no-folder-is-made-here";

test.each([
  ["toLanguageModel", () => toLanguageModel(() => "hello", misspelled as object), "provider"],
  ["createScriptedModel", () => createScriptedModel([], misspelled as object), "provider"],
  ["createModelRecorder", () => createModelRecorder(() => "hello", misspelled as object), "note"],
  ["createManualModel", () => createManualModel({ ...misspelled, folder }), "folder"],
])("%s refuses an unknown option and names its own", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`frob\`: unknown option (expected ${known}`);
});

test("collectStream refuses an unknown option and names its own", async () => {
  await expect(collectStream((async function* () {})(), misspelled as object)).rejects.toThrow(
    "option `frob`: unknown option (expected modelId, signal, onEvent",
  );
});
