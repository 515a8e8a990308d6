// Analyzes functions: `fn` with one or several arities, and the `#(…)` literal.

import type { Form, Span } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { bindPattern, restSource, type BoundPattern } from "./destructuring.ts";
import { mistake } from "./mistakes.ts";
import { symbolForm, vectorForm } from "./form-builders.ts";
import { plainName, type ListForm } from "./form-tools.ts";
import { withConditions } from "./lazy-form.ts";
import { FunctionScope, withName, type Context, type RecurTarget } from "./scope.ts";
import { bytesOfName } from "./source-meter.ts";
import type { ArityNode, Binding, FunctionNode, Node } from "./core-tree.ts";

/** Analyzes `(fn name? [params] body…)` or `(fn name? ([params] body…) …)`. */
export function analyzeFn(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const name = plainName(args[0]);
  return functionNode(
    analysis,
    form.span,
    name,
    name === undefined ? args : args.slice(1),
    context,
    name !== undefined,
  );
}

/**
 * Returns the function of `fn` or `defn`. With `bindsItself`, its name is a local inside it.
 * `letfn` passes its own `scope`. With `isBody`, the span is that of the body.
 */
export function functionNode(
  analysis: Analysis,
  span: Span,
  name: string | undefined,
  rest: readonly Form[],
  context: Context,
  bindsItself: boolean,
  scope = new FunctionScope(),
  isBody = false,
): Node {
  const clauses = clausesOf(rest);
  if (clauses === undefined) {
    return analysis.report(
      mistake("noParameters", name === undefined || bindsItself ? "fn" : "defn", span),
    );
  }
  const self = { name: name ?? "", owner: scope, slot: 0 };
  const outside: Context = { scope, names: context.names, recurTarget: undefined, isTail: true };
  const inside = name !== undefined && bindsItself ? withName(outside, self) : outside;
  let arities: readonly ArityNode[] = [];
  const nesting = analysis.nestingOf(() => {
    arities = clauses.map((clause) => arityNode(analysis, clause, inside));
  });
  reportClashes(analysis, arities, span);
  const site = analysis.site(span, name ?? "fn");
  analysis.meter.spend(scope.captured.length);
  analysis.meter.charge((scope.captured.length + scope.shadowed.size) * bytesOfName);
  const captures = scope.captured.map((binding) => ({
    name: binding.name,
    from: context.scope.reference(binding, site),
  }));
  for (const hidden of scope.shadowed) context.scope.shadowed.add(hidden);
  return {
    type: "function",
    name,
    arities,
    nesting,
    captures,
    shadowed: [...scope.shadowed],
    isBody,
    site,
    awaits: false,
  } satisfies FunctionNode;
}

interface Clause {
  readonly params: Extract<Form, { type: "vector" }>;
  readonly body: readonly Form[];
}

function clausesOf(rest: readonly Form[]): readonly Clause[] | undefined {
  const [first] = rest;
  if (first?.type === "vector") return [{ params: first, body: rest.slice(1) }];
  const clauses: Clause[] = [];
  for (const form of rest) {
    const params = form.type === "list" ? form.items[0] : undefined;
    if (form.type !== "list" || params?.type !== "vector") return undefined;
    clauses.push({ params, body: form.items.slice(1) });
  }
  return clauses.length === 0 ? undefined : clauses;
}

function arityNode(analysis: Analysis, clause: Clause, context: Context): ArityNode {
  const { calls } = analysis.immediate;
  const { items } = clause.params;
  const ampersand = items.findIndex((item) => plainName(item) === "&");
  const fixed = ampersand === -1 ? items : items.slice(0, ampersand);
  const restItem = ampersand === -1 ? undefined : items[ampersand + 1];
  if (ampersand !== -1 && (restItem === undefined || items.length > ampersand + 2)) {
    const { span } = clause.params;
    analysis.report(mistake("restParameter", span));
  }
  const params = restItem === undefined ? fixed : [...fixed, restItem];
  // Arguments start at slot 1. The arities of a function share only their captured values.
  context.scope.slotCount = 1;
  const slots = params.map((param) => context.scope.bind(plainName(param) ?? "(argument)"));
  let bodyContext = context;
  const bindings: Binding[] = [];
  for (const [index, param] of params.entries()) {
    const slot = slots[index];
    if (slot === undefined) continue;
    if (plainName(param) !== undefined) {
      bodyContext = withName(bodyContext, slot);
      continue;
    }
    const argument = context.scope.reference(slot, analysis.site(param.span, "fn"));
    const source = param === restItem ? restSource(analysis, param, argument) : argument;
    const bound: BoundPattern = bindPattern(analysis, param, source, bodyContext, "fn");
    for (const part of bound.bindings) bindings.push(part);
    bodyContext = bound.context;
  }
  const recurTarget: RecurTarget = {
    kind: "fn",
    slots: slots.map((slot) => slot.slot),
    used: false,
  };
  const body = analysis.analyzeBody(withConditions(analysis, clause.body), clause.params.span, {
    ...bodyContext,
    recurTarget,
    isTail: true,
  });
  const whole: Node =
    bindings.length === 0
      ? body
      : {
          type: "let",
          bindings,
          body,
          site: body.site,
          awaits: body.awaits || bindings.some((binding) => binding.init.awaits),
        };
  return {
    fixed: fixed.length,
    rest: restItem !== undefined,
    frameSize: context.scope.slotCount,
    body: whole,
    recurs: recurTarget.used,
    relies: analysis.immediate.calls > calls,
  };
}

function reportClashes(analysis: Analysis, arities: readonly ArityNode[], span: Span): void {
  if (arities.length === 1) return;
  const counts = arities.filter((arity) => !arity.rest).map((arity) => arity.fixed);
  if (new Set(counts).size < counts.length) analysis.report(mistake("sameArity", span));
  if (arities.filter((arity) => arity.rest).length > 1)
    analysis.report(mistake("severalRests", span));
}

/** Analyzes `#(…)`: `%` and `%1` are the first argument, `%&` the rest. */
export function analyzeFunctionLiteral(
  analysis: Analysis,
  form: Extract<Form, { type: "function" }>,
  context: Context,
): Node {
  const used = { most: 0, rest: false, nested: undefined as Span | undefined };
  for (const item of form.items) countArguments(item, used);
  const { nested } = used;
  if (nested !== undefined) return analysis.report(mistake("nestedLiteral", nested));
  const [head] = form.items;
  if (head !== undefined && form.items.length === 1 && isData(head))
    return analysis.report(mistake("literalOfData", head, form.span));
  const params = Array.from({ length: used.most }, (_, index) =>
    symbolForm(`%${String(index + 1)}`, form.span),
  );
  if (used.rest) params.push(symbolForm("&", form.span), symbolForm("%&", form.span));
  // Without the `#`, because the call may itself be a function, whose text is stored.
  const span = { start: form.span.start + 1, end: form.span.end };
  const body: Form = { type: "list", items: form.items.map(withoutShorthand), span };
  return functionNode(
    analysis,
    form.span,
    undefined,
    [vectorForm(form.span, ...params), body],
    context,
    false,
  );
}

/** True for a form that is data, which `#(…)` would call if it were the only form. */
function isData({ type }: Form): boolean {
  return (
    type === "map" ||
    type === "vector" ||
    type === "set" ||
    type === "number" ||
    type === "string" ||
    type === "boolean" ||
    type === "nil"
  );
}

function countArguments(
  form: Form,
  used: { most: number; rest: boolean; nested: Span | undefined },
): void {
  if (form.type === "symbol" && form.namespace === undefined) {
    if (form.name === "%&") used.rest = true;
    const digits = /^%(\d{0,2})$/.exec(form.name)?.[1];
    if (digits !== undefined) used.most = Math.max(used.most, digits === "" ? 1 : Number(digits));
  } else if (form.type === "function") {
    used.nested ??= form.span;
  } else if ("items" in form) {
    for (const item of form.items) countArguments(item, used);
  } else if ("form" in form) {
    countArguments(form.form, used);
  }
}

/** Replaces `%` by `%1` everywhere. */
function withoutShorthand(form: Form): Form {
  if (plainName(form) === "%") return symbolForm("%1", form.span);
  if ("items" in form) return { ...form, items: form.items.map(withoutShorthand) };
  // A tagged literal contains only text.
  return "form" in form && form.type !== "tagged"
    ? { ...form, form: withoutShorthand(form.form) }
    : form;
}
