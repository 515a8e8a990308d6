// Formats the result of `(doc map)` for a person: name, call forms, description and example.

import { visibleText } from "@ptc/core/printing";
import { read } from "@ptc/parser";
import { wordLines } from "@ptc/subagent/internal/node";

const widest = 100;
const indent = "  ";
const longestText = 20_000;

/** True if a program is a single call of `doc`, whose result is shown without quotes. */
export function isDocCall(source: string): boolean {
  const result = read(source);
  const [form, ...others] = result.ok ? result.forms : [];
  if (form?.type !== "list" || others.length > 0) return false;
  const [name] = form.items;
  return name?.type === "symbol" && name.namespace === undefined && name.name === "doc";
}

/** Formats the result of `doc`: names, kind, call forms, description and example, one per line. */
export function docLines(text: string, terminalWidth: number): readonly string[] {
  const width = Math.min(terminalWidth, widest);
  const [names = "", kind, ...others] = visibleText(text.slice(0, longestText)).split("\n");
  if (kind === undefined) return wordLines(names, width);
  return [
    ...wordLines(`${names} (${kind})`, width),
    ...others.flatMap((line, index) => {
      const isExample = index > 0 && index === others.length - 1 && line.includes(" => ");
      return wordLines(isExample ? `Example: ${line}` : line, width - indent.length).map(
        (part) => indent + part,
      );
    }),
  ];
}
