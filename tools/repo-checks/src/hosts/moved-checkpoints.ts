// Checks that a checkpoint moves: each host resumes the checkpoints of every host, with the same
// final step. Missions also end in the step of a run that never waited. Checkpoints are signed and
// encrypted.

import { bundleOf } from "./bundled-programs.ts";
import { hostMissions } from "./host-missions.ts";
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
  const problems = unwritten(written, names, waitingPrograms.length);
  if (problems.length > 0) return problems;
  const checkpoints = written.flat();
  const reading = await bundleOf(`
    import { run, resume } from "@ptc/lisp";
    import { resumedOf } from "./host-waits.ts";
    const checkpoints = JSON.parse(${JSON.stringify(JSON.stringify(checkpoints))});
    export const steps = () => resumedOf(checkpoints, { run, resume });
  `);
  const read = [...(await answersOf(hosts, reading)), await resumedOf(checkpoints, pool)];
  return waitingPrograms.flatMap((source, program) =>
    movesOf(movedSteps(read, names, { of: program, count: waitingPrograms.length }), source),
  );
}

/** Returns one problem for each mission, or for each host without an answer. */
export async function problemsOfMovedMissions(
  hosts: readonly ScriptHost[],
): Promise<readonly string[]> {
  const names = hosts.map(({ host }) => host);
  const count = hostMissions.length;
  const writing = await bundleOf(`
    import { missionCheckpoints, missionsWithoutWaits } from "./host-missions.ts";
    export const steps = async () => [...(await missionCheckpoints()), ...(await missionsWithoutWaits())];
  `);
  const answers = await answersOf(hosts, writing);
  const written = answers.map((texts) => texts.slice(0, count));
  const problems = unwritten(written, names, count);
  if (problems.length > 0) return problems;
  const checkpoints = written.flat();
  const reading = await bundleOf(`
    import { resumedMissions } from "./host-missions.ts";
    const checkpoints = JSON.parse(${JSON.stringify(JSON.stringify(checkpoints))});
    export const steps = () => resumedMissions(checkpoints);
  `);
  const read = await answersOf(hosts, reading);
  return hostMissions.flatMap(({ name }, mission) =>
    movesOf(
      [
        ...answers.map((texts, index): Move => [
          `${names[index] ?? ""} without waits`,
          texts[count + mission] ?? "no answer",
        ]),
        ...movedSteps(read, names, { of: mission, count }),
      ],
      name,
    ),
  );
}

/** Returns a problem for each host that has not written a checkpoint for each run. */
function unwritten(
  written: readonly (readonly string[])[],
  names: readonly string[],
  count: number,
): readonly string[] {
  return written.flatMap((texts, index) =>
    texts.length === count && texts.every((text) => text.startsWith("{"))
      ? []
      : [`${names[index] ?? ""}: runs that wait: ${texts.join("; ").slice(0, 500)}`],
  );
}

/** A writer and a reader of a checkpoint, and the final step as text. */
type Move = readonly [hosts: string, step: string];

/** Returns the steps of the run with the number `of`. */
function movedSteps(
  read: readonly (readonly string[])[],
  names: readonly string[],
  { of, count }: { readonly of: number; readonly count: number },
): readonly Move[] {
  return read.flatMap((texts, reader) =>
    names.map((name, writer): Move => [
      `${name} → ${names[reader] ?? ""}`,
      texts[writer * count + of] ?? "no answer",
    ]),
  );
}

/** Returns a problem that lists the hosts by their steps, unless all steps are equal. */
function movesOf(steps: readonly Move[], what: string): readonly string[] {
  const moves = new Map<string, string[]>();
  for (const [hosts, text] of steps) moves.set(text, [...(moves.get(text) ?? []), hosts]);
  const [first = ""] = moves.keys();
  if (moves.size === 1 && first.startsWith("{")) return [];
  const at = firstDifference([...moves.keys()]);
  const shown = [...moves].map(
    ([text, listed]) =>
      `    ${listed.slice(0, 10).join(", ")}: … ${text.slice(Math.max(0, at - 40), at + 400)}`,
  );
  return [[`moved checkpoints: ${what.slice(0, 60)}`, ...shown].join("\n")];
}

function firstDifference([first = "", ...others]: readonly string[]): number {
  const differs = (index: number): boolean => others.some((text) => text[index] !== first[index]);
  let index = 0;
  while (index < first.length && !differs(index)) index += 1;
  return index;
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
