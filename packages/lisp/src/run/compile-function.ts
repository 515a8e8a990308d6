// A function made again from its source, as memory and journals keep it. What it captured stands around it as locals;
// every other name it uses is looked up in the memory of the run that calls it.

import { read, type Form } from "@ptc/parser";
import type { Value } from "@ptc/core/values";
import { Analyser } from "../analysis/analyser.ts";
import { FunctionScope, withName, type Context } from "../analysis/scope.ts";
import { isSpecialForm } from "../analysis/special-forms.ts";
import type { FunctionNode, Node } from "../analysis/core-tree.ts";
import { findBuiltin } from "../builtins/builtin.ts";
import { builtins } from "../builtins/table.ts";
import { createCompilation } from "../compile/compiler.ts";
import { functionCode } from "../compile/definitions.ts";
import { Closure } from "../evaluation/closure.ts";

/** The closure of the one function form in `source`, or `undefined` when there is none or it is wrong. */
export function compileFunctionSource(source: string, captured: readonly (readonly [string, Value])[]): Closure | undefined {
  const forms = read(source);
  const [form] = forms.ok ? forms.forms : [];
  if (form === undefined) return undefined;
  const names = { plain: new Set<string>(), tools: new Map<string, true>() };
  collectNames(form, names);
  const analyser = new Analyser({ source, builtins, toolNames: names.tools, memoryNames: names.plain });
  const scope = new FunctionScope();
  let context: Context = { scope, names: undefined, recurTarget: undefined, isTail: false };
  for (const [name] of captured) context = withName(context, scope.bind(name));
  const node = functionOf(analyser.analyse(form, context));
  if (node === undefined || analyser.errors.length > 0) return undefined;
  const values = new Map(captured);
  return new Closure(functionCode(node, createCompilation(source, true)), node.captures.map((capture) => values.get(capture.name) ?? null));
}

function functionOf(node: Node): FunctionNode | undefined {
  if (node.type === "function") return node;
  return node.type === "def" && node.init?.type === "function" ? node.init : undefined;
}

/** The names that only a run can resolve: tools, and symbols the language does not know. */
function collectNames(form: Form, names: { readonly plain: Set<string>; readonly tools: Map<string, true> }): void {
  if (form.type === "symbol") {
    if (form.namespace === "tool") names.tools.set(form.name, true);
    else if (form.namespace === undefined && !/^\*[123]$/.test(form.name) && !isSpecialForm(form.name) && findBuiltin(builtins, form.name) === undefined) names.plain.add(form.name);
  } else if ("items" in form) {
    for (const item of form.items) collectNames(item, names);
  } else if ("form" in form) {
    collectNames(form.form, names);
  }
}
