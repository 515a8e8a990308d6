// Reads the programs that models wrote in the recorded examples and missions.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractProgram } from "@ptc/subagent";
import { parseRecording } from "@ptc/llm";

const repository = join(import.meta.dirname, "../../../..");

/** Returns programs of models. They call tools and read fields that only their mission has. */
export function recordedPrograms(): readonly string[] {
  return globSync("{examples/*,packages/conformance/missions}/*.json", { cwd: repository })
    .toSorted()
    .flatMap((file) => {
      const parsed = parseRecording(readFileSync(join(repository, file), "utf8"));
      if (!parsed.ok) return [];
      return parsed.recording.answers.flatMap((answer) => {
        const program = extractProgram(answer.text);
        return program.ok ? [program.source] : [];
      });
    });
}

/** Returns a stub for every tool that a program calls. */
export function toolsIn(source: string): Readonly<Record<string, () => null>> {
  return Object.fromEntries(
    [...source.matchAll(/tool\/([\w-]+)/g)].map(([, name = ""]) => [name, () => null]),
  );
}

/** True if a check found a mistake that keeps a program from running at all. */
export function isMistake(fails: readonly { readonly reason: string }[]): boolean {
  return fails.some(({ reason }) =>
    ["parse_error", "analysis_error", "tool_not_found"].includes(reason),
  );
}
