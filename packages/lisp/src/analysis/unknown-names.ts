// The catalog of mistakes with names: values, members of libraries, classes and tools that don't
// exist, with suggestions. Loads lazily, see lazy-form.ts.

import { didYouMean } from "@ptc/core/internal/errors";
import type { Span } from "@ptc/parser";
import { libraries } from "../builtins/namespaces.ts";
import { withHint, type AnalysisError } from "./analysis-error.ts";

/** Returns the mistake as it is reported. */
export function withSuggestions({ candidates, ...error }: AnalysisError): AnalysisError {
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

/** The mistake of using a name above its definition. */
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

export function unknownLibrary(
  operation: string,
  name: string,
  span: Span,
  others: readonly string[] = [],
): AnalysisError {
  const known = [...others, ...libraries.map((library) => library.name)];
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: `${operation}: there is no library ${name}; available: ${known.join(", ")}`,
    span,
    op: operation,
    candidates: { of: name, names: known },
  };
}

export function unknownClass(name: string, span: Span, known: ReadonlySet<string>): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: `import: there is no class ${name}; available: ${[...known].join(", ")}`,
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

/**
 * Yields the names to suggest for tools. `tool/search` belongs to the language, so it is suggested
 * only if there are tools.
 */
function* namesOfTools(tools: ReadonlyMap<string, unknown>): Iterable<string> {
  yield* tools.keys();
  if (tools.size > 0) yield "search";
}

function firstOf(tools: ReadonlyMap<string, unknown>, count: number): string[] {
  const first: string[] = [];
  for (const name of tools.keys()) if (first.push(name) === count) break;
  return first;
}
