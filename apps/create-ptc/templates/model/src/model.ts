// The model: that of the provider if there is a key, and otherwise recorded answers.

import { existsSync, readFileSync } from "node:fs";
import { createRecordedModel, parseRecording, type LanguageModel } from "@ptc/llm";
import { provider } from "@ptc/provider";

if (existsSync(".env")) process.loadEnvFile(".env");

/** The file of recorded answers. */
export const recordingFile = new URL("../recordings/answers.json", import.meta.url);

/** Returns the model of the provider, or undefined without a key. */
export function providerModel(): LanguageModel | undefined {
  const setting = process.env.PROVIDER_KEY ?? "";
  return setting === "" ? undefined : provider("MODEL_NAME");
}

/** Returns a model that repeats the recorded answers in their order. */
export function recordedModel(): LanguageModel {
  const read = parseRecording(readFileSync(recordingFile, "utf8"));
  if (!read.ok) throw new Error(`recordings/answers.json: ${read.message}`);
  return createRecordedModel(read.recording);
}
