// Checks that a checkpoint moves: each host resumes the checkpoints of every host, with the same
// final step. Checkpoints are signed and encrypted.

import { bundleOf } from "./bundled-programs.ts";
import { checkpointsOf, resumedOf, waitingPrograms, type WaitingRunner } from "./host-waits.ts";

/** A host, and how it runs a script that defines `hosts`. */
export interface ScriptHost {
  readonly host: string;
  readonly answer: (script: string) => Promise<unknown>;
}

/** Returns one problem for each program, or for each host without an answer. */
export async function problemsOfMoves(
  hosts: readonly ScriptHost[],
  pool: WaitingRunner,
): Promise<readonly string[]> {
  const names = [...hosts.map(({ host }) => host), "the pool"];
  const writing = await bundleOf(`
    import { run, resume } from "@ptc/lisp";
    import { checkpointsOf } from "./host-waits.ts";
    export const steps = () => checkpointsOf({ run, resume });
  `);
  const written = [...(await answersOf(hosts, writing)), await checkpointsOf(pool)];
  const count = waitingPrograms.length;
  const problems = written.flatMap((texts, index) =>
    texts.length === count && texts.every((text) => text.startsWith("{"))
      ? []
      : [`${names[index] ?? ""}: programs that wait: ${texts.join("; ").slice(0, 500)}`],
  );
  if (problems.length > 0) return problems;
  const checkpoints = written.flat();
  const reading = await bundleOf(`
    import { run, resume } from "@ptc/lisp";
    import { resumedOf } from "./host-waits.ts";
    const checkpoints = JSON.parse(${JSON.stringify(JSON.stringify(checkpoints))});
    export const steps = () => resumedOf(checkpoints, { run, resume });
  `);
  const read = [...(await answersOf(hosts, reading)), await resumedOf(checkpoints, pool)];
  return waitingPrograms.flatMap((source, program) => movesOf(read, names, program, source));
}

function movesOf(
  read: readonly (readonly string[])[],
  names: readonly string[],
  program: number,
  source: string,
): readonly string[] {
  const count = waitingPrograms.length;
  const moves = new Map<string, string[]>();
  for (const [reader, texts] of read.entries())
    for (const [writer, name] of names.entries()) {
      const text = texts[writer * count + program] ?? "no answer";
      moves.set(text, [...(moves.get(text) ?? []), `${name} → ${names[reader] ?? ""}`]);
    }
  const [first = ""] = moves.keys();
  if (moves.size === 1 && first.startsWith("{")) return [];
  const shown = [...moves].map(
    ([text, listed]) => `    ${listed.slice(0, 10).join(", ")}: ${text.slice(0, 400)}`,
  );
  return [[`moved checkpoints: ${source.slice(0, 60)}`, ...shown].join("\n")];
}

async function answersOf(
  hosts: readonly ScriptHost[],
  script: string,
): Promise<readonly (readonly string[])[]> {
  const answers: (readonly string[])[] = [];
  for (const { answer } of hosts) {
    const texts = await answer(script);
    answers.push(Array.isArray(texts) ? texts.map(String) : [JSON.stringify(texts)]);
  }
  return answers;
}
