// The effects of a program as a table of text, for terminals.

import type { EffectSite, ProgramEffects, ToolReach, ValueShape } from "./effect-analysis.ts";

/** The longest text of a cell. */
const widest = 60;

/**
 * Returns the effects as lines of text: a row for each place that calls a tool, and then what the
 * program reads, defines and returns.
 */
export function effectTable(effects: ProgramEffects): readonly string[] {
  const rows = effects.tools.flatMap(({ sites }) => sites.map(rowOf));
  const lines = rows.length === 0 ? ["calls no tools"] : aligned([header, ...rows]);
  const { reads, tasks, defines, prints, isPrecise } = effects;
  return [
    ...lines,
    ...listed(
      "reads",
      reads.map((name) => (name === "*" ? "data" : `data/${name}`)),
    ),
    ...listed(
      "tasks",
      tasks.map(({ id }) => JSON.stringify(id)),
    ),
    ...listed("defines", defines),
    ...(prints ? ["prints text"] : []),
    ...(isPrecise ? [] : ["the program is too complex for bounds: all calls are unbounded"]),
  ];
}

const header = ["tool", "calls", "when", "where", "arguments"] as const;

function rowOf(site: EffectSite): readonly string[] {
  const { line, column } = site.position;
  const where = `${String(line)}:${String(column)}`;
  return [
    site.tool,
    countText(site),
    whenText(site),
    site.through === undefined ? where : `${where} through ${shortened(site.through)}`,
    argumentsText(site),
  ];
}

/** Returns the number of calls: `3`, `0–1`, or `1 or more`. */
function countText({ least, most }: Pick<ToolReach, "least" | "most">): string {
  if (!Number.isFinite(most)) return least === 0 ? "any number" : `${String(least)} or more`;
  return least === most ? String(least) : `${String(least)}–${String(most)}`;
}

function whenText({ isUnconditional, isInLoop, isParallel, most }: EffectSite): string {
  if (most === 0) return "not in this program";
  const parts = [
    isUnconditional ? "always" : "perhaps",
    ...(isInLoop ? ["in a loop"] : []),
    ...(isParallel ? ["in parallel"] : []),
  ];
  return parts.join(", ");
}

function argumentsText({ arguments: args }: EffectSite): string {
  if (args === undefined) return "unknown";
  const parts = Array.from(args, ([name, shape]) => `${name}: ${shapeText(shape)}`);
  return shortened(parts.length === 0 ? "none" : parts.join(", "));
}

function shapeText(shape: ValueShape): string {
  switch (shape.kind) {
    case "literal":
      return shortened(JSON.stringify(shape.value));
    case "type":
      return shape.type;
    case "unknown":
      return "?";
  }
}

function listed(title: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${title} ${names.join(", ")}`];
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function shortened(text: string): string {
  return text.length <= widest ? text : `${text.slice(0, widest - 1)}…`;
}
