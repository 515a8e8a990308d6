// The completions at a position: names of the language, tools, data, and names of the document.

import { languageNames } from "@ptc/lisp";
import { wordAtEnd } from "../repl/word-at-end.ts";
import type { Position, Range } from "./line-table.ts";
import type { OpenDocument } from "./open-documents.ts";
import type { Project } from "./project.ts";
import { namesIn } from "./words.ts";

/** Numbers of the protocol. */
const kinds = { method: 2, function: 3, field: 5, variable: 6 } as const;
const mostItems = 200;
const mostNames = 5_000;

export interface CompletionItem {
  readonly label: string;
  readonly kind: number;
  readonly sortText: string;
  readonly textEdit: { readonly range: Range; readonly newText: string };
  readonly detail?: string;
}

export interface CompletionList {
  /** True if a longer prefix finds more. */
  readonly isIncomplete: boolean;
  readonly items: readonly CompletionItem[];
}

/** Returns the completions of the name before a position; none inside texts and comments. */
export async function completionsAt(
  { text, lines }: OpenDocument,
  position: Position,
  project: Project,
): Promise<CompletionList> {
  const offset = lines.offsetAt(position);
  const word = wordAtEnd(text.slice(0, offset));
  if (word === undefined) return { isIncomplete: false, items: [] };
  const range = lines.range(offset - word.length, offset);
  const all = [...(await candidates(text, offset, word, project))].filter(([name]) =>
    name.startsWith(word),
  );
  const items = all.slice(0, mostItems).map(([label, { order, kind, detail }]) => ({
    label,
    kind,
    sortText: `${String(order)}${label}`,
    textEdit: { range, newText: label },
    ...(detail === undefined ? {} : { detail }),
  }));
  return { isIncomplete: all.length > items.length, items };
}

interface Candidate {
  readonly order: 0 | 1 | 2;
  readonly kind: number;
  readonly detail?: string;
}

async function candidates(
  text: string,
  offset: number,
  word: string,
  { tools }: Project,
): Promise<ReadonlyMap<string, Candidate>> {
  const found = new Map<string, Candidate>();
  for (const name of namesIn(text, offset, mostNames))
    found.set(name, {
      order: 0,
      kind: name.startsWith("data/") ? kinds.field : kinds.variable,
    });
  for (const [name, { signature }] of tools)
    found.set(`tool/${name}`, {
      order: 1,
      kind: kinds.method,
      ...(signature === undefined ? {} : { detail: signature }),
    });
  // A list of all names of the language is too long to read.
  if (word === "") return found;
  for (const name of await languageNames()) found.set(name, { order: 2, kind: kinds.function });
  return found;
}
