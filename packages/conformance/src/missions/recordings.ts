// Reads and writes the recordings of missions: `missions/<name>.json`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseRecording, type Recording } from "@ptc/llm";

const folder = join(import.meta.dirname, "../../missions");

const fileOf = (name: string): string => join(folder, `${name}.json`);

/** Returns the recording of a mission, or an empty one. */
export function readRecording(name: string): Recording {
  if (!existsSync(fileOf(name))) return emptyRecording();
  const parsed = parseRecording(readFileSync(fileOf(name), "utf8"));
  if (!parsed.ok) throw new Error(`${fileOf(name)}: ${parsed.message}`);
  return parsed.recording;
}

export function writeRecording(name: string, recording: Recording): void {
  writeFileSync(fileOf(name), `${JSON.stringify(recording, null, 2)}\n`);
}

function emptyRecording(): Recording {
  return {
    format: "ptc-recording",
    version: 1,
    model: "a large language model",
    recordedAt: new Date().toISOString(),
    note: "Answers of a language model to the messages of this mission, verbatim and in order; token counts are estimates.",
    answers: [],
  };
}
