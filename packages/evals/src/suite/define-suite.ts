// Checks suites and their cases, because they come from modules of users.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, oneLine } from "@ptc/core/internal/errors";
import type { EvalCase, EvalSuite, SuiteOptions } from "./eval-case.ts";

const longestName = 200;

/**
 * Checks a suite and returns it. Cases of a list are checked at once, those of a function when they
 * are read.
 * @example
 *   const suite = defineSuite({
 *     name: "sums",
 *     cases: [{ name: "two", prompt: "What is 1 + 1?", signature: "() -> :int", expected: 2 }],
 *   });
 * @throws OptionError with the option, and the name of the case
 */
export function defineSuite(options: SuiteOptions): EvalSuite {
  assertKnownOptions(options, ["name", "description", "cases"] satisfies (keyof SuiteOptions)[]);
  const { name, description, cases } = options;
  if (!/^[\w.-]{1,100}$/.test(name))
    throw new OptionError(
      "name",
      `expected 1 to 100 letters, digits, "-", "_" and ".", got ${shown(name)}`,
    );
  // Reading all cases of a list checks them.
  if (Array.isArray(cases)) Array.from(checkedCases(cases));
  else if (typeof cases !== "function")
    throw new OptionError("cases", `expected a list of cases, or a function that returns one`);
  const read = (): Iterable<EvalCase> =>
    checkedCases(typeof cases === "function" ? cases() : cases);
  return { name, ...(description === undefined ? {} : { description }), cases: read };
}

/** Yields the cases, each after its check. @throws OptionError */
function* checkedCases(cases: Iterable<EvalCase>): Generator<EvalCase> {
  const names = new Set<string>();
  for (const one of cases) {
    const problem = problemOf(one, names);
    if (problem !== undefined) throw new OptionError("cases", problem);
    names.add(one.name);
    yield one;
  }
}

const caseNames = [
  ...["name", "tags", "expected", "score", "check"],
  ...["prompt", "signature", "context", "tools", "options", "agent", "deps", "world"],
];

function problemOf(one: EvalCase, names: ReadonlySet<string>): string | undefined {
  const { name, prompt, agent, world } = one as Partial<Record<keyof EvalCase, unknown>>;
  if (!isName(name))
    return `each case needs a name of 1 to ${String(longestName)} characters without control characters, got ${shown(name)}`;
  const which = `the case ${shown(name)}`;
  if (names.has(name)) return `${which} occurs twice: give each case its own name`;
  const unknown = Object.keys(one).find((key) => !caseNames.includes(key));
  if (unknown !== undefined)
    return `${which} has the unknown field ${shown(unknown)} (the fields are ${caseNames.join(", ")})`;
  const ways = [prompt, agent, world].filter((given) => given !== undefined).length;
  if (ways !== 1) return `${which} needs one of prompt, agent and world, and has ${String(ways)}`;
  if (prompt !== undefined && typeof prompt !== "string") return `${which}: prompt isn't a text`;
  if (world !== undefined && typeof world !== "function") return `${which}: world isn't a function`;
  const isJudged =
    world !== undefined ||
    ["expected", "score", "check"].some((key) => one[key as keyof EvalCase] !== undefined);
  return isJudged ? undefined : `${which} has nothing to judge by: add expected, score or check`;
}

/** True for a name that a store, a table and a file of results can have. */
export function isName(name: unknown): name is string {
  return typeof name === "string" && name.length <= longestName && /^\P{Cc}+$/u.test(name);
}

function shown(value: unknown): string {
  return oneLine(typeof value === "string" ? JSON.stringify(value) : String(value), 80);
}
