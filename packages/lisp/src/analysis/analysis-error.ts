// The catalogue of what can be wrong before a program runs: one factory for each mistake, with the
// text a model reads.

import { didYouMean } from "@ptc/core/errors";
import type { KnownFailReason } from "@ptc/core/contracts";
import type { Span } from "@ptc/parser";
import { libraries } from "../builtins/namespaces.ts";

/** A mistake found by the analyser. */
export interface AnalysisError {
  readonly reason: Extract<KnownFailReason, "analysis_error" | "tool_not_found">;
  readonly kind:
    | "unbound_var"
    | "arity_error"
    | "invalid_form"
    | "invalid_binding"
    | "misplaced_recur"
    | "tool_not_found"
    | "unsupported";
  readonly message: string;
  readonly span: Span;
  readonly op?: string;
  readonly hint?: string;
  /**
   * Names of which one may have been meant, where there is no better hint. They are compared only
   * when the mistake is told, and most mistakes never are.
   */
  readonly candidates?: {
    readonly of: string;
    readonly names: Iterable<string>;
    /** What is said of names that are near; default: that one of them may be meant. */
    readonly near?: (name: string, names: readonly string[]) => string | undefined;
  };
}

/** The mistake as it is told. */
export function toldError({ candidates, ...error }: AnalysisError): AnalysisError {
  return candidates === undefined || error.hint !== undefined
    ? error
    : withHint(error, nearHint(candidates));
}

function nearHint({
  of,
  names,
  near,
}: NonNullable<AnalysisError["candidates"]>): string | undefined {
  return near === undefined ? didYouMean(of, names) : near(of, [...names]);
}

function withHint(error: Omit<AnalysisError, "hint">, hint: string | undefined): AnalysisError {
  return hint === undefined ? error : { ...error, hint };
}

export function unknownSymbol(
  text: string,
  span: Span,
  candidates: Iterable<string>,
  advice?: string,
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "unbound_var",
      message: `unknown symbol ${text}`,
      span,
      op: text,
      candidates: { of: text, names: candidates },
    },
    advice,
  );
}

export function unknownMember(
  namespace: string,
  name: string,
  span: Span,
  members: readonly string[],
  advice?: string,
): AnalysisError {
  const shown = members.slice(0, 40).join(" ");
  const message = `${namespace} has no ${name}; it has: ${shown}${members.length > 40 ? " …" : ""}`;
  return withHint(
    {
      reason: "analysis_error",
      kind: "unbound_var",
      message,
      span,
      op: `${namespace}/${name}`,
      candidates: { of: name, names: members },
    },
    advice,
  );
}

/** A name that the program defines, used where it is not defined yet. */
export function usedTooEarly(name: string, span: Span): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: `${name} is used above its definition`,
    span,
    op: name,
    hint: `move the definition of ${name} up, or write (declare ${name}) before its first use`,
  };
}

export function unknownLibrary(operation: string, name: string, span: Span): AnalysisError {
  const known = libraries.map((library) => library.name);
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: `${operation}: there is no library ${name}; there are: ${known.join(", ")}`,
    span,
    op: operation,
    candidates: { of: name, names: known },
  };
}

export function unknownClass(name: string, span: Span, known: ReadonlySet<string>): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: `import: there is no class ${name}; there are: ${[...known].join(", ")}`,
    span,
    op: "import",
    candidates: { of: name.slice(name.lastIndexOf(".") + 1), names: known },
  };
}

export function unknownTool(
  name: string,
  span: Span,
  tools: ReadonlyMap<string, unknown>,
): AnalysisError {
  const known =
    tools.size === 0
      ? "no tools were given"
      : `the tools are: ${firstOf(tools, mostListed).join(", ")}${tools.size > mostListed ? `, …${searchAdvice(tools)}` : ""}`;
  return {
    reason: "tool_not_found",
    kind: "tool_not_found",
    message: `there is no tool ${name}; ${known}`,
    span,
    op: `tool/${name}`,
    candidates: { of: name, names: namesOfTools(tools) },
  };
}

const mostListed = 40;

function searchAdvice(tools: ReadonlyMap<string, unknown>): string {
  return tools.has("search") ? "" : ' (tool/search "words") finds the others';
}

/** `tool/search` is the language's own, so a program that misspells it means no tool. */
function* namesOfTools(tools: ReadonlyMap<string, unknown>): Iterable<string> {
  yield* tools.keys();
  if (tools.size > 0) yield "search";
}

function firstOf(tools: ReadonlyMap<string, unknown>, count: number): string[] {
  const first: string[] = [];
  for (const name of tools.keys()) if (first.push(name) === count) break;
  return first;
}

export function wrongArity(
  operation: string,
  accepts: string,
  got: number,
  span: Span,
  forms?: readonly string[],
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "arity_error",
      message: `${operation} takes ${accepts}, got ${String(got)}`,
      span,
      op: operation,
    },
    forms === undefined || forms.length === 0 ? undefined : `write ${forms.join(" or ")}`,
  );
}

/** Data in front of no arguments, as in `({:id 1})`: what was meant is the data itself. */
export function dataCalled(called: string, span: Span, hint: string): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "arity_error",
    message: `${called} is called here, with no arguments`,
    span,
    hint,
  };
}

export function invalidForm(
  operation: string,
  problem: string,
  span: Span,
  hint?: string,
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "invalid_form",
      message: `${operation}: ${problem}`,
      span,
      op: operation,
    },
    hint,
  );
}

export function invalidBinding(
  operation: string,
  problem: string,
  span: Span,
  hint?: string,
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "invalid_binding",
      message: `${operation}: ${problem}`,
      span,
      op: operation,
    },
    hint,
  );
}

export function misplacedRecur(problem: string, span: Span, hint: string): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "misplaced_recur",
    message: `recur: ${problem}`,
    span,
    op: "recur",
    hint,
  };
}

export function unsupported(name: string, span: Span, instead: string): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "unsupported",
    message: `${name} is not part of PTC-Lisp`,
    span,
    op: name,
    hint: instead,
  };
}
