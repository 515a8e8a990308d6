// The programs that models wrote in the recorded stories and missions.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractProgram } from "@ptc/subagent/text";
import { parseRecording } from "@ptc/llm";

const repository = join(import.meta.dirname, "../../../..");

/** Programs of models, which call tools and read fields that only their mission knows. */
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

/** The tools that a program calls, so that all of them are there. */
export function toolsIn(source: string): Readonly<Record<string, () => null>> {
  return Object.fromEntries(
    [...source.matchAll(/tool\/([\w-]+)/g)].map(([, name = ""]) => [name, () => null]),
  );
}

/** Whether a check found what keeps a program from running at all. */
export function isMistake(fails: readonly { readonly reason: string }[]): boolean {
  return fails.some(({ reason }) =>
    ["parse_error", "analysis_error", "tool_not_found"].includes(reason),
  );
}
