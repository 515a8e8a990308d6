// Shows the results of `(apropos …)` and `(dir …)` to a person: a line for each name, with its
// description. `data` and `tool` alone are the same as `(dir data)` and `(dir tool)`.

import { visibleText } from "@ptc/core/printing";
import { Vector, type Value } from "@ptc/core/values";
import { oneLine } from "@ptc/core/internal/errors";
import type { Tool, Tools } from "@ptc/core/contracts";
import { read, type Form } from "@ptc/parser";
import { contextOverview, displayWidth, wordLines } from "@ptc/subagent/internal/node";

const widest = 100;
const longestName = 30;
const mostFields = 200;

export interface SessionData {
  readonly context: Readonly<Record<string, unknown>>;
  readonly tools: Tools;
}

/** Returns the program for `data`, `tool` and `tools` alone, unless the session defined them. */
export function listingProgram(source: string, isDefined: (name: string) => boolean): string {
  const word = source.trim();
  if (isDefined(word)) return source;
  if (word === "data") return "(dir data)";
  return word === "tool" || word === "tools" ? "(dir tool)" : source;
}

/** Returns the lines for the value of a single call of `apropos` or `dir`. */
export function listingLines(
  source: string,
  value: Value,
  { context, tools }: SessionData,
  terminalWidth: number,
): readonly string[] | undefined {
  if (!(value instanceof Vector)) return undefined;
  const call = callOf(source);
  const texts = value.toArray().filter((text) => typeof text === "string");
  const width = Math.min(terminalWidth, widest);
  if (call?.name === "apropos") return aproposLines(texts, width);
  if (call?.name !== "dir") return undefined;
  if (call.argument === "data") return dataLines(context, texts.length, width);
  if (call.argument === "tool") return toolLines(texts, tools, width);
  return wordLines(texts.map(visibleText).join("  "), width);
}

function aproposLines(found: readonly string[], width: number): readonly string[] {
  if (found.length === 0)
    return wordLines("Nothing found. Every word must be in a name or its description.", width);
  return table(
    found.map((text) => {
      const end = text.indexOf(": ");
      return [text.slice(0, end), text.slice(end + 2)];
    }),
    width,
  );
}

function dataLines(
  context: SessionData["context"],
  count: number,
  width: number,
): readonly string[] {
  const fields = contextOverview(context, mostFields);
  if (fields.length === 0)
    return wordLines("There is no data. Start with: ptc repl --context file.json", width);
  const rest = Math.max(count, Object.keys(context).length) - fields.length;
  return [
    ...table(
      fields.map(({ name, outline }) => [name, outline]),
      width,
    ),
    ...(rest > 0 ? [`and ${String(rest)} more`] : []),
  ];
}

function toolLines(names: readonly string[], tools: Tools, width: number): readonly string[] {
  if (names.length === 0)
    return wordLines("There are no tools. Start with: ptc repl --tools ./tools.ts", width);
  return [
    ...names.flatMap((name) => [
      ...wordLines(callOfTool(tools, name), width),
      ...wordLines(descriptionOf(tools, name), width - 2).map((line) => `  ${line}`),
    ]),
    ...wordLines(`(doc tool/${visibleText(names[0] ?? "")}) shows everything about a tool.`, width),
  ];
}

const longestCall = 300;
const longestDescription = 300;

/** Returns the call with its arguments, if the tool declares them. */
function callOfTool(tools: Tools, name: string): string {
  const [call = ""] = textOf(tools, name, "callForm").split("\n", 1);
  return oneLine(visibleText(call === "" ? `(tool/${name} {…})` : call), longestCall);
}

function descriptionOf(tools: Tools, name: string): string {
  const text = textOf(tools, name, "description").trim().replace(/\s+/g, " ");
  return oneLine(visibleText(text === "" ? "(no description)" : text), longestDescription);
}

/** Returns a text of a tool, or an empty text. JavaScript callers may pass any value. */
function textOf(tools: Tools, name: string, field: "callForm" | "description"): string {
  const tool: unknown = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const text: unknown =
    typeof tool === "object" && tool !== null ? (tool as Partial<Tool>)[field] : undefined;
  return typeof text === "string" ? text : "";
}

/** Returns two columns: the first as wide as its longest usual name, the second wrapped. */
function table(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const shown = rows.map(([name, text]) => [visibleText(name), visibleText(text)] as const);
  const lengths = shown.map(([name]) => displayWidth(name)).filter((size) => size <= longestName);
  const indent = Math.max(0, ...lengths) + 2;
  return shown.flatMap(([name, text]) => {
    const lines = wordLines(text.replace(/\s+/g, " "), Math.max(20, width - indent));
    const [first = "", ...others] = lines;
    const start =
      displayWidth(name) <= indent - 2
        ? [`${name}${" ".repeat(indent - displayWidth(name))}${first}`]
        : [name, `${" ".repeat(indent)}${first}`];
    return [...start, ...others.map((line) => `${" ".repeat(indent)}${line}`)];
  });
}

/** Returns the name and the first argument of a program that is a single call. */
function callOf(source: string): { readonly name: string; readonly argument: string } | undefined {
  const result = read(source);
  const [form, ...others] = result.ok ? result.forms : [];
  if (form?.type !== "list" || others.length > 0) return undefined;
  const [name, argument] = form.items.map(nameOf);
  return name === undefined ? undefined : { name, argument: argument ?? "" };
}

function nameOf(form: Form): string | undefined {
  if (form.type === "string") return form.value;
  return form.type === "symbol" && form.namespace === undefined ? form.name : undefined;
}
