import { OptionError } from "@ptc/core/errors";
import { expect, test } from "vitest";
import { collectStream, createRecorder, createScriptedModel, toLanguageModel } from "./index.ts";
import { createManualModel } from "./node/index.ts";

// As a caller in JavaScript may write them.
const misspelled = { name: "mine" };
const folder = "no-folder-is-made-here";

test.each([
  ["toLanguageModel", () => toLanguageModel(() => "hello", misspelled as object), "provider"],
  ["createScriptedModel", () => createScriptedModel([], misspelled as object), "provider"],
  ["createRecorder", () => createRecorder(() => "hello", misspelled as object), "note"],
  ["createManualModel", () => createManualModel({ ...misspelled, folder }), "folder"],
])("%s refuses an option that it does not know, and names those it does", (_name, call, known) => {
  expect(call).toThrow(OptionError);
  expect(call).toThrow(`option \`name\`: unknown option; the options are ${known}`);
});

test("collectStream refuses an option that it does not know, and names those it does", async () => {
  await expect(collectStream((async function* () {})(), misspelled as object)).rejects.toThrow(
    "option `name`: unknown option; the options are modelId, signal, onEvent",
  );
});
