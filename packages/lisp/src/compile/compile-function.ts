// Recreates a function from its source, as memory and journals store it. Captured values become
// locals around it. All other names are looked up in the memory of the run that calls it.

import type { Form } from "@ptc/parser";
import { readForms } from "@ptc/parser/forms";
import type { Value, WorkMeter } from "@ptc/core/values";
import { Analyzer } from "../analysis/analyzer.ts";
import { FunctionScope, withName, type Context } from "../analysis/scope.ts";
import type { LibraryVersions } from "../evaluation/library.ts";
import { namedLibraries } from "../analysis/named-libraries.ts";
import { StoredLibraries } from "../analysis/stored-libraries.ts";
import { isSpecialForm } from "../analysis/special-forms.ts";
import type { FunctionNode, Node } from "../analysis/core-tree.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { createCompilation } from "./compiler.ts";
import type { Compilation, LazyParts } from "./compilation.ts";
import { functionCode } from "./definitions.ts";
import { groupCode } from "./local-functions.ts";
import { Closure, type FunctionCode } from "../functions/closure.ts";

export interface FunctionOrigin {
  /** The name of the function if the source is a `letfn`. */
  readonly name: string | undefined;
  readonly captured: readonly (readonly [string, Value])[];
  /** Names that mean definitions of the program although the language has them too. */
  readonly shadowed: readonly string[];
  /** The hashes of the libraries of the host that it uses; undefined without any. */
  readonly libraries?: LibraryVersions | undefined;
}

/**
 * The code that closures of one function share, and the names of their captured values in order.
 */
export interface CompiledFunction {
  readonly code: FunctionCode;
  readonly captureNames: readonly string[];
}
/**
 * The work of reading a character, and of one step of analysis including the compilation of its
 * result.
 */
const workOfCharacter = 2;
const workOfStep = 32;

/**
 * Returns the closure of the only function form in `source`, or `undefined` if it is missing or
 * wrong. It is compiled for any effect.
 */
export function compileFunctionSource(
  source: string,
  origin: FunctionOrigin,
  meter: WorkMeter,
  lazyParts: LazyParts,
): Closure | undefined {
  const compiled = compileFunctionCode(source, origin, meter, true, lazyParts);
  return compiled && closureOf(compiled, origin);
}

/** Returns the closure of `compiled` with these captured values. */
export function closureOf(
  { code, captureNames }: CompiledFunction,
  { captured }: FunctionOrigin,
): Closure {
  const values = new Map(withShortName(captured));
  return new Closure(
    code,
    captureNames.map((name) => values.get(name) ?? null),
  );
}

/**
 * Like `compileFunctionSource`, but without the captured values, of which it only uses the names.
 * Unless `mayAwait` is true, the function must not reach an effect.
 */
export function compileFunctionCode(
  source: string,
  { name, captured, shadowed, libraries }: FunctionOrigin,
  meter: WorkMeter,
  mayAwait: boolean,
  lazyParts: LazyParts,
): CompiledFunction | undefined {
  meter.spend(source.length * workOfCharacter);
  const [form] = readForms(source) ?? [];
  if (form === undefined) return undefined;
  const names = { plain: new Set(shadowed), tools: new Map<string, true>() };
  collectNames(form, names);
  const analyzer = new Analyzer({
    source,
    builtins: builtinLibrary,
    lazyForms: lazyParts.language.loaded?.lazyForms,
    advice: undefined,
    toolNames: names.tools,
    memoryNames: names.plain,
    ...(libraries === undefined ? {} : { libraries: new StoredLibraries(libraries) }),
    meter: {
      spend: (steps) => {
        meter.spend(steps * workOfStep);
      },
      // Time is charged where this memory is allocated, so it isn't charged again.
      charge() {},
    },
  });
  const scope = new FunctionScope();
  let context: Context = { scope, names: undefined, recurTarget: undefined, isTail: false };
  for (const [capturedName] of withShortName(captured))
    context = withName(context, scope.bind(capturedName));
  const node = analyzer.analyze(form, context);
  if (analyzer.errors.length > 0) return undefined;
  const found = codeOf(
    node,
    name,
    createCompilation(source, mayAwait, lazyParts, [], namedLibraries(libraries)),
  );
  return (
    found && {
      code: found.code,
      captureNames: found.node.captures.map((capture) => capture.name),
    }
  );
}

/** Returns the captured values with `%1` also under its other name, `%`. */
function withShortName(captured: FunctionOrigin["captured"]): FunctionOrigin["captured"] {
  const first = captured.find(([name]) => name === "%1");
  return first === undefined ? captured : [["%", first[1]], ...captured];
}

interface FoundCode {
  readonly node: FunctionNode;
  readonly code: FunctionCode;
}

/**
 * Returns the code of the function that `node` creates. For a `letfn`, that is the function called
 * `name`.
 */
function codeOf(
  node: Node,
  name: string | undefined,
  compilation: Compilation,
): FoundCode | undefined {
  if (node.type === "letfn") {
    const index = node.functions.findIndex((member) => member.name === name);
    const [member, code] = [node.functions[index], groupCode(node, compilation)[index]];
    return member === undefined || code === undefined ? undefined : { node: member, code };
  }
  const found = functionOf(node);
  return found && { node: found, code: functionCode(found, compilation) };
}

function functionOf(node: Node): FunctionNode | undefined {
  if (node.type === "function") return node;
  return node.type === "def" && node.init?.type === "function" ? node.init : undefined;
}

/** Collects the names that only a run can resolve: tools, and symbols unknown to the language. */
function collectNames(
  form: Form,
  names: { readonly plain: Set<string>; readonly tools: Map<string, true> },
): void {
  if (form.type === "symbol") {
    if (form.namespace === "tool") names.tools.set(form.name, true);
    else if (
      form.namespace === undefined &&
      !/^\*[123]$/.test(form.name) &&
      !isSpecialForm(form.name) &&
      !builtinLibrary.has(form.name)
    )
      names.plain.add(form.name);
  } else if ("items" in form) {
    for (const item of form.items) collectNames(item, names);
  } else if ("form" in form) {
    collectNames(form.form, names);
  }
}
