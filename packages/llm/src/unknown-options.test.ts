import { OptionError } from "@ptc/core/errors";
import { expect, test } from "vitest";
import {
  collectStream,
  createModelRecorder,
  createScriptedModel,
  toLanguageModel,
} from "./index.ts";
import { createManualModel } from "./node/index.ts";

// The kind of mistake a caller in JavaScript can make.
const misspelled = { frob: "mine" };
const folder = "no-folder-is-made-here";

test.each([
  ["toLanguageModel", () => toLanguageModel(() => "hello", misspelled as object), "provider"],
  ["createScriptedModel", () => createScriptedModel([], misspelled as object), "provider"],
  ["createModelRecorder", () => createModelRecorder(() => "hello", misspelled as object), "note"],
  ["createManualModel", () => createManualModel({ ...misspelled, folder }), "folder"],
])("%s rejects an unknown option and lists the known ones", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`frob\`: unknown option (expected ${known}`);
});

test("collectStream rejects an unknown option and lists the known ones", async () => {
  await expect(collectStream((async function* () {})(), misspelled as object)).rejects.toThrow(
    "option `frob`: unknown option (expected modelId, signal, onEvent",
  );
});
