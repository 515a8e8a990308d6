// The programs of a run from which a function is promoted, and the choice among them.

import type { Json } from "@ptc/core/encoding";
import { definitionsIn } from "./definitions.ts";
import type { ToolCase } from "./library-case.ts";

/** A program of a run. */
export interface PromotedProgram {
  /** The number of its turn, from 1. */
  readonly turn: number;
  /** True if the program and its turn succeeded. */
  readonly ok: boolean;
  readonly source: string;
  /** Its calls of tools, in their order. */
  readonly tools: readonly ToolCase[];
}

/** A finished run. */
export interface PromotedRun {
  readonly programs: readonly PromotedProgram[];
  /** Undefined if the run's file doesn't contain it. */
  readonly context: Readonly<Record<string, unknown>> | undefined;
  /** True for a text that replaces a value which the file doesn't contain. */
  readonly isOmitted: (text: string) => boolean;
}

type ChosenPrograms =
  | { readonly ok: true; readonly programs: readonly PromotedProgram[] }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the successful programs up to the definition of `name` in `turn`, and those after it that
 * may call it: all programs before its next definition.
 */
export function chosenPrograms(
  all: readonly PromotedProgram[],
  name: string,
  turn: number | undefined,
): ChosenPrograms {
  const successful = all.filter(({ ok }) => ok);
  const defining = successful.filter((program) => definedIn(program).includes(name));
  if (defining.length === 0) {
    const known = [...new Set(successful.flatMap(definedIn))];
    const others = known.length === 0 ? "they define nothing" : `they define ${known.join(", ")}`;
    return { ok: false, message: `no successful program of the run defines ${name}; ${others}` };
  }
  const chosen = defining.findLast((program) => turn === undefined || program.turn === turn);
  if (chosen === undefined) {
    const others = turnsText(defining);
    return { ok: false, message: `${turnProblem(all, name, turn)}; it is defined in ${others}` };
  }
  const next = defining[defining.indexOf(chosen) + 1];
  return {
    ok: true,
    programs: next === undefined ? successful : successful.slice(0, successful.indexOf(next)),
  };
}

function definedIn({ source }: PromotedProgram): readonly string[] {
  return definitionsIn([source]).map((definition) => definition.name);
}

function turnProblem(
  all: readonly PromotedProgram[],
  name: string,
  turn: number | undefined,
): string {
  const programs = all.filter((program) => program.turn === turn);
  if (programs.length === 0) return `the run has no program in turn ${String(turn)}`;
  return programs.some(({ ok }) => ok)
    ? `the program of turn ${String(turn)} doesn't define ${name}`
    : `turn ${String(turn)} failed`;
}

function turnsText(programs: readonly PromotedProgram[]): string {
  const turns = [...new Set(programs.map(({ turn }) => String(turn)))];
  return `${turns.length === 1 ? "turn" : "turns"} ${turns.join(", ")}`;
}

/** Returns why programs can't run again, if a value of theirs is missing in the file. */
export function omission(
  programs: readonly PromotedProgram[],
  isOmitted: PromotedRun["isOmitted"],
): string | undefined {
  for (const { turn, source, tools } of programs) {
    const where = `turn ${String(turn)}`;
    if (isOmitted(source)) return omitted(`the program of ${where}`);
    for (const { tool, args, result = null, error = "" } of tools) {
      if (hasOmitted(args, isOmitted)) return omitted(`the arguments of ${tool} in ${where}`);
      if (hasOmitted([result, error], isOmitted))
        return omitted(`the result of ${tool} in ${where}`);
    }
  }
  return undefined;
}

function omitted(what: string): string {
  return `${what} lacks values, because they are firewalled, too large or not data: pass the file of ptc run --record, which has all values`;
}

function hasOmitted(json: Json, isOmitted: PromotedRun["isOmitted"]): boolean {
  const open: Json[] = [json];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && isOmitted(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) for (const item of next as readonly Json[]) open.push(item);
    else for (const [key, value] of Object.entries(next)) open.push(key, value);
  }
  return false;
}
