// Programs that run are never called hopeless, however they are cut: all vectors, and all programs
// that models wrote in the recorded stories. Of programs that cannot run many are noticed early.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { extractProgram } from "@ptc/subagent";
import { check, hopelessBeginning } from "@ptc/lisp";
import { parseRecording } from "@ptc/llm";
import { Random } from "../fuzz/random.ts";
import { readVectorFiles } from "../vectors/vector-files.ts";

const isFull = process.env["PTC_TESTS"] === "full";
const cuts = isFull ? 12 : 3;
const repository = join(import.meta.dirname, "../../../..");

/** Programs of models, which call tools and read fields that only their mission knows. */
function recordedPrograms(): readonly string[] {
  return globSync("{examples/*,packages/conformance/missions}/*.json", { cwd: repository }).flatMap(
    (file) => {
      const parsed = parseRecording(readFileSync(join(repository, file), "utf8"));
      if (!parsed.ok) return [];
      return parsed.recording.answers.flatMap((answer) => {
        const program = extractProgram(answer.text);
        return program.ok ? [program.source] : [];
      });
    },
  );
}

/** The tools that a program calls, so that all of them are there. */
function toolsIn(source: string): Readonly<Record<string, () => null>> {
  return Object.fromEntries(
    [...source.matchAll(/tool\/([\w-]+)/g)].map(([, name = ""]) => [name, () => null]),
  );
}

const isMistake = (fails: readonly { readonly reason: string }[]): boolean =>
  fails.some(({ reason }) => ["parse_error", "analysis_error", "tool_not_found"].includes(reason));

test("no program that can run is stopped, wherever it is cut", async () => {
  const random = new Random(11);
  const recorded = recordedPrograms();
  expect(recorded.length).toBeGreaterThan(30);
  const programs = [
    ...recorded,
    ...readVectorFiles().flatMap(({ vectors }) => vectors.map(({ program }) => program)),
  ];
  const wrong: string[] = [];
  let looked = 0;
  for (const program of programs) {
    const options = { tools: toolsIn(program) };
    if (isMistake(await check(program, options))) continue;
    looked += 1;
    for (let cut = 0; cut < cuts; cut++) {
      const beginning = program.slice(0, random.below(program.length + 1));
      if ((await hopelessBeginning(beginning, options)) !== undefined) wrong.push(beginning);
    }
  }
  expect(wrong).toEqual([]);
  expect(looked).toBeGreaterThan(3_000);
});

test("of programs of models with one mistake, most are stopped before their end", async () => {
  const random = new Random(12);
  let [stopped, saved, total] = [0, 0, 0];
  const programs = recordedPrograms().filter((program) => program.length > 300);
  for (const program of programs) {
    const names = [...program.matchAll(/\((?:map|filter|count|reduce|group-by|tool\/[\w-]+) /g)];
    const chosen = names[random.below(Math.max(1, names.length))];
    if (chosen === undefined) continue;
    const at = chosen.index + chosen[0].length - 1;
    const broken = `${program.slice(0, at)}x${program.slice(at)}`;
    const options = { tools: toolsIn(program) };
    if (!isMistake(await check(broken, options))) continue;
    total += 1;
    for (let end = 60; end < broken.length; end += 60)
      if ((await hopelessBeginning(broken.slice(0, end), options)) !== undefined) {
        stopped += 1;
        saved += 1 - end / broken.length;
        break;
      }
  }
  expect(total).toBeGreaterThan(15);
  expect(stopped / total).toBeGreaterThan(0.4);
  expect(saved / total).toBeGreaterThan(0.2);
});
