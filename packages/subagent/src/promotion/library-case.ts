// A test of a library function: a call with recorded arguments, results of tools and the expected
// result. Library tests are JSON files beside the libraries; see `checkLibraries`.

import { decodedValue, encodedValue } from "@ptc/core/internal/stored";
import { recordOf } from "@ptc/core/internal/values";
import type { Json } from "@ptc/core/encoding";
import { workBudget } from "@ptc/core/values";
import { renderFail, run, type Libraries, type LispStep, type Tools } from "@ptc/lisp";
import { JSONText } from "./json-text.ts";

/** A call of a tool with its result, in tagged JSON. */
export interface ToolCase {
  readonly tool: string;
  readonly args: Json;
  readonly result?: Json;
  readonly error?: string;
}

/** A call of a library function, in tagged JSON. */
export interface LibraryCase {
  /** The name of the function in its library. */
  readonly function: string;
  readonly args: readonly Json[];
  readonly result: Json;
  readonly tools?: readonly ToolCase[];
}

const mostWork = 4_000_000;

/** @throws an error of core for a value that isn't data */
export function jsonOf(value: unknown): Json {
  return encodedValue(value, workBudget("writing a test of a library", mostWork));
}

/** The calls of tools that a function may make, each once. */
export class ToolDoubles {
  readonly made: ToolCase[] = [];
  private readonly open: ToolCase[];

  constructor(calls: readonly ToolCase[]) {
    this.open = [...calls];
  }

  /** Returns the tools with these names. */
  tools(names: Iterable<string>): Tools {
    return recordOf(
      Array.from(names, (name) => [name, (args: unknown) => this.answer(name, args)] as const),
    );
  }

  private answer(name: string, args: unknown): unknown {
    const text = JSONText.of(jsonOf(args));
    const index = this.open.findIndex(
      (call) => call.tool === name && JSONText.of(call.args) === text,
    );
    const [call] = index === -1 ? [] : this.open.splice(index, 1);
    if (call === undefined) throw new Error("this call isn't recorded");
    this.made.push(call);
    if (call.error !== undefined) throw new Error(call.error);
    return decodedValue(call.result ?? null, "result");
  }
}

/** What a case resulted in. */
export type CaseResult =
  | { readonly ok: true; readonly result: Json; readonly tools: readonly ToolCase[] }
  | { readonly ok: false; readonly message: string };

/** Calls the function of a case. */
export async function runCase(
  libraries: Libraries,
  library: string,
  { function: name, args, tools: calls = [] }: Omit<LibraryCase, "result">,
): Promise<CaseResult> {
  const found = libraries.get(library)?.functions.find((each) => each.name === name);
  if (found === undefined) return { ok: false, message: `${library} has no ${name}` };
  const doubles = new ToolDoubles(calls);
  let context;
  try {
    context = { args: args.map((arg, index) => decodedValue(arg, `args[${String(index)}]`)) };
  } catch (error) {
    return { ok: false, message: `the arguments can't be read: ${messageOf(error)}` };
  }
  const step: LispStep = await run(`(apply ${library}/${name} data/args)`, {
    libraries,
    context,
    tools: doubles.tools(new Set([...found.tools, ...calls.map(({ tool }) => tool)])),
  });
  if (!step.ok) return { ok: false, message: renderFail(step.fail) };
  try {
    return { ok: true, result: jsonOf(step.return), tools: doubles.made };
  } catch (error) {
    return { ok: false, message: `the result isn't data: ${messageOf(error)}` };
  }
}

/** Returns why a case fails, or undefined if it passes. */
export async function caseProblem(
  libraries: Libraries,
  library: string,
  expected: LibraryCase,
): Promise<string | undefined> {
  const found = await runCase(libraries, library, expected);
  if (!found.ok) return found.message;
  const [now, before] = [JSONText.of(found.result), JSONText.of(expected.result)];
  return now === before
    ? undefined
    : `expected ${JSONText.shown(before)}, got ${JSONText.shown(now)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it isn't data";
}
