// The description of the name below the pointer, as Markdown.

import { visibleText } from "@ptc/core/printing";
import { languageNames, run } from "@ptc/lisp";
import type { KnownTool } from "./module-tools.ts";
import type { Position, Range } from "./line-table.ts";
import type { OpenDocument } from "./open-documents.ts";
import type { Project } from "./project.ts";
import { wordAround } from "./words.ts";

export interface MarkupContent {
  readonly kind: "markdown";
  readonly value: string;
}

export interface Hover {
  readonly contents: MarkupContent;
  readonly range: Range;
}

/** Returns the description of the name at a position, or null if nothing is known about it. */
export async function hoverAt(
  { text, lines }: OpenDocument,
  position: Position,
  project: Project,
): Promise<Hover | null> {
  const word = wordAround(text, lines.offsetAt(position));
  if (word === undefined) return null;
  const value = await describe(word.name, project);
  if (value === undefined) return null;
  return { contents: { kind: "markdown", value }, range: lines.range(word.start, word.end) };
}

/** Returns the description of a name of the language, a tool or data as Markdown. */
export async function describe(name: string, { tools }: Project): Promise<string | undefined> {
  if (name.startsWith("tool/")) {
    const tool = tools.get(name.slice("tool/".length));
    return tool === undefined ? undefined : toolText(tool);
  }
  if (name.startsWith("data/")) return `${code(name)}\n\nA field of the context.`;
  if (!(await languageNames()).includes(name)) return undefined;
  const step = await run(`(doc ${name})`);
  return step.ok && typeof step.return === "string" ? docText(step.return) : undefined;
}

/** Formats the result of `doc`: names, kind, call forms, description and example, one per line. */
function docText(text: string): string {
  const [names = "", kind = "", ...others] = text.split("\n");
  const last = others.at(-1);
  const example = last?.includes(" => ") === true ? last : undefined;
  const rest = example === undefined ? others : others.slice(0, -1);
  const forms = rest.slice(0, -1);
  return [
    code([...forms].join("\n") || names),
    `${rest.at(-1) ?? ""}\n\n*${kind}*: ${names
      .split(", ")
      .map((name) => `\`${name}\``)
      .join(", ")}`,
    ...(example === undefined ? [] : [code(example)]),
  ].join("\n\n");
}

function toolText({ name, description, signature }: KnownTool): string {
  const shown = [`tool/${name}`, ...(signature === undefined ? [] : [signature])].join(" ");
  // A description is someone else's text: as plain text, it can't hide or link anything.
  return description === undefined ? code(shown) : `${code(shown)}\n\n${plain(description)}`;
}

function code(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}clojure\n${visibleText(text)}\n${fence}`;
}

function plain(text: string): string {
  return visibleText(text).replace(/[\\`*_{}[\]()#+.!|<>&~-]/g, String.raw`\$&`);
}
