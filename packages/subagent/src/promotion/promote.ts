// Turns a function of a successful run into a function of a library, with tests made from the run:
// the programs run again with the recorded results of tools, and note the calls of the function.

import { LibraryError, createLibraries, createSession, type Libraries } from "@ptc/lisp";
import { recordOf } from "@ptc/core/internal/values";
import {
  dataNamesIn,
  definitionsIn,
  requiresIn,
  withHelpers,
  type Definition,
} from "./definitions.ts";
import { inferredSignature } from "./inferred-signature.ts";
import { JSONText } from "./json-text.ts";
import { ToolDoubles, jsonOf, runCase, type LibraryCase, type ToolCase } from "./library-case.ts";
import { chosenPrograms, omission, type PromotedRun } from "./promoted-run.ts";

export interface PromoteOptions {
  /** The name of the function. */
  readonly name: string;
  /** The name of the library. */
  readonly library: string;
  /** The sources of all libraries, including this one if it exists. */
  readonly sources: Readonly<Record<string, string>>;
  /** A docstring for a function without one. */
  readonly doc?: string | undefined;
  /** The turn that defines the function. Default: the last successful one that does. */
  readonly turn?: number | undefined;
}

export type Promotion =
  | {
      readonly ok: true;
      /** The new source of the library. */
      readonly source: string;
      readonly cases: readonly LibraryCase[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** The programs that run again, with their calls of tools. */
interface ChosenRun extends Pick<PromotedRun, "context"> {
  readonly programs: readonly string[];
  readonly tools: readonly ToolCase[];
}

/** The most tests of one function. */
const mostCases = 3;

/** A name that programs can't have by chance. */
const recorder = "ptc-recorded-call";

/**
 * Returns the new source of a library with the function, and tests of it. Calls no tool and no
 * model: the programs run again with the recorded results.
 * @throws OptionError for a wrong name of a library; LibraryError for mistakes in the others
 */
export async function promote(given: PromotedRun, options: PromoteOptions): Promise<Promotion> {
  const { name, library, sources, doc } = options;
  const chosen = chosenPrograms(given.programs, name, options.turn);
  if (!chosen.ok) return chosen;
  const run: ChosenRun = {
    programs: chosen.programs.map(({ source }) => source),
    context: given.context,
    tools: chosen.programs.flatMap(({ tools }) => tools),
  };
  const needed = withHelpers(definitionsIn(run.programs), name) ?? [];
  const message = omission(chosen.programs, given.isOmitted);
  if (message !== undefined) return { ok: false, message };
  const existing = sources[library];
  const [taken] = definitionsIn([existing ?? ""]).filter((known) =>
    needed.some((definition) => definition.name === known.name),
  );
  if (taken !== undefined)
    return { ok: false, message: `the library ${library} already defines ${taken.name}` };
  const texts = needed.map((definition) => textOf(definition, name, doc));
  const source = [existing?.trimEnd() ?? opening(library, run), ...texts]
    .filter((text) => text !== "")
    .join("\n\n")
    .concat("\n");
  let libraries: Libraries;
  try {
    libraries = await createLibraries({ ...sources, [library]: source });
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    return { ok: false, message: `${name} can't be a library function: ${error.message}` };
  }
  const { calls, problem } = await recordedCalls(run, sources, needed.at(-1), name);
  const cases: LibraryCase[] = [];
  for (const args of calls) {
    if (cases.length === mostCases) break;
    const tried = { function: name, args: args.args, tools: run.tools };
    const result = await runCase(libraries, library, tried);
    if (!result.ok || JSONText.of(result.result) !== JSONText.of(args.result)) continue;
    cases.push({
      function: name,
      args: args.args,
      result: result.result,
      ...(result.tools.length === 0 ? {} : { tools: result.tools }),
    });
  }
  const found = libraries.get(library)?.functions.find((each) => each.name === name);
  const signature = inferredSignature(calls, found?.arglists ?? []);
  return {
    ok: true,
    source: signature === undefined ? source : withSignature(source, texts.at(-1) ?? "", signature),
    cases,
    warnings: warningsOf(needed, options, cases, problem),
  };
}

/** Adds the signature as a comment above the last function. */
function withSignature(source: string, last: string, signature: string): string {
  const start = source.length - last.length - 1;
  return `${source.slice(0, start)};; ${signature}\n${source.slice(start)}`;
}

function warningsOf(
  needed: readonly Definition[],
  { name, doc }: PromoteOptions,
  cases: readonly LibraryCase[],
  problem: string | undefined,
): readonly string[] {
  const hasDoc = doc !== undefined || needed.some((each) => each.name === name && each.hasDoc);
  const readsData = needed.some(({ words }) => [...words].some((word) => word.startsWith("data/")));
  return [
    ...(hasDoc ? [] : [`${name} has no docstring: programs find it by its name only`]),
    ...(readsData ? [`${name} reads data/…: pass the data as an argument instead`] : []),
    ...(cases.length > 0
      ? []
      : [`there is no test: ${problem ?? "no call of the run could be repeated with data alone"}`]),
  ];
}

/** Helpers become private. */
function textOf(definition: Definition, name: string, doc: string | undefined): string {
  const { text, isFunction, hasDoc } = definition;
  if (definition.name !== name)
    return isFunction
      ? text.replace(/^\(defn(?=\s)/, "(defn-")
      : text.replace(/^\(defonce/, "(def");
  if (hasDoc || doc === undefined) return text;
  const end = text.indexOf(name) + name.length;
  return `${text.slice(0, end)}\n  ${JSON.stringify(doc)}\n  ${text.slice(end).trimStart()}`;
}

function opening(library: string, { programs }: ChosenRun): string {
  const requires = requiresIn(programs);
  return requires.length === 0
    ? `(ns ${library})`
    : `(ns ${library}\n  (:require ${requires.join("\n            ")}))`;
}

interface RecordedCall {
  readonly args: LibraryCase["args"];
  readonly result: LibraryCase["result"];
}

/** Runs the programs again, and returns the different calls of the function, shortest first. */
async function recordedCalls(
  { programs, context: given, tools }: ChosenRun,
  sources: PromoteOptions["sources"],
  definition: Definition | undefined,
  name: string,
): Promise<{ readonly calls: readonly RecordedCall[]; readonly problem?: string }> {
  const found = new Map<string, RecordedCall>();
  const doubles = new ToolDoubles(tools);
  const noted = (args: { readonly args?: unknown; readonly result?: unknown }): null => {
    try {
      const call = { args: jsonOf(args.args) as LibraryCase["args"], result: jsonOf(args.result) };
      found.set(JSONText.of([...call.args]), call);
    } catch {
      // A call with a function or another value that isn't data is no test.
    }
    return null;
  };
  const session = createSession({
    context: given ?? {},
    libraries: await createLibraries(sources),
    tools: recordOf([
      ...Object.entries(doubles.tools(new Set(tools.map(({ tool }) => tool)))),
      [recorder, noted],
    ]),
  });
  let problem: string | undefined;
  for (const [index, program] of programs.entries()) {
    const noting =
      index === definition?.program
        ? `${program.slice(0, definition.end)}\n${wrapper(name)}\n${program.slice(definition.end)}`
        : program;
    const step = await session.run(noting);
    if (!step.ok) problem ??= `program ${String(index + 1)} failed again: ${step.fail.message}`;
  }
  const calls = [...found].toSorted(([left], [right]) => left.length - right.length);
  const lacking = problem === undefined || given !== undefined ? [] : dataNamesIn(programs);
  if (lacking.length > 0)
    problem = `the programs read ${lacking.join(", ")}, which this file doesn't contain: pass the data with --context`;
  return {
    calls: calls.map(([, call]) => call),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Redefines the function so that it notes its calls. */
function wrapper(name: string): string {
  return `(def ${name} (let [f ${name}] (fn [& args] (let [r (apply f args)] (tool/${recorder} {:args (vec args) :result r}) r))))`;
}
