// Measures how much of a program is not written if its model is stopped at the first unrecoverable
// mistake. Uses programs of models, with one mistake put into each of them.

import { check, hopelessBeginning } from "@ptc/lisp";
import { Random } from "../fuzz/random.ts";
import { isMistake, recordedPrograms, toolsIn } from "./recorded-programs.ts";

export interface Savings {
  readonly mistake: string;
  readonly programs: number;
  readonly stopped: number;
  /** The share of all characters that were not written. */
  readonly saved: number;
}

/** Puts one mistake into a program. Returns undefined if no location fits. */
type Spoil = (program: string, random: Random) => string | undefined;

const mistakes: readonly (readonly [name: string, spoil: Spoil])[] = [
  ["a name that does not exist", letterBehind(/\((?:map|filter|count|reduce|group-by)(?= )/g)],
  ["a tool that does not exist", letterBehind(/\(tool\/[\w-]+/g)],
  ["a bracket of the wrong kind", replaced(/\)(?=[^)\s])|\)(?=\s)/g, "]")],
  ["a form that is not allowed", replaced(/^(?=\()/gm, "(defmacro twice [x] x)\n")],
];

/** Shorter programs are complete before they could be checked. */
const shortest = 300;
/** The UTF-16 units that a program grows between two checks. */
const growth = 60;

export async function measuredSavings(): Promise<readonly Savings[]> {
  const programs = recordedPrograms().filter(({ length }) => length > shortest);
  const all: Savings[] = [];
  for (const [mistake, spoil] of mistakes) {
    const random = new Random(12);
    const ends: { readonly written: number; readonly length: number }[] = [];
    for (const program of programs) {
      const tools = toolsIn(program);
      const broken = spoil(program, random);
      if (broken !== undefined && isMistake(await check(broken, { tools })))
        ends.push({ written: await writtenOf(broken, tools), length: broken.length });
    }
    const total = ends.reduce((sum, { length }) => sum + length, 0);
    const written = ends.reduce((sum, end) => sum + end.written, 0);
    const stopped = ends.filter((end) => end.written < end.length).length;
    all.push({ mistake, programs: ends.length, stopped, saved: 1 - written / total });
  }
  return all;
}

/** Returns how many characters of a program are written before its model is stopped. */
async function writtenOf(
  program: string,
  tools: Readonly<Record<string, () => null>>,
): Promise<number> {
  for (let end = growth; end < program.length; end += growth)
    if ((await hopelessBeginning(program.slice(0, end), { tools })) !== undefined) return end;
  return program.length;
}

/** Returns the table of the guide. */
export function savingsTable(savings: readonly Savings[]): string {
  const head = ["mistake", "programs", "stopped before their end", "characters not written"];
  const rows = savings.map(({ mistake, programs, stopped, saved }) => [
    mistake,
    String(programs),
    String(stopped),
    `${(100 * saved).toFixed(0)} %`,
  ]);
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function letterBehind(pattern: RegExp): Spoil {
  return (program, random) => {
    const chosen = chosenIn(program, pattern, random);
    if (chosen === undefined) return undefined;
    const at = chosen.index + chosen[0].length;
    return `${program.slice(0, at)}x${program.slice(at)}`;
  };
}

function replaced(pattern: RegExp, text: string): Spoil {
  return (program, random) => {
    const chosen = chosenIn(program, pattern, random);
    if (chosen === undefined) return undefined;
    const { index } = chosen;
    return program.slice(0, index) + text + program.slice(index + chosen[0].length);
  };
}

function chosenIn(program: string, pattern: RegExp, random: Random): RegExpExecArray | undefined {
  const found = [...program.matchAll(pattern)];
  return found[random.below(Math.max(1, found.length))];
}
