// Completion and descriptions in the editor, from the tables of the language, the data and the
// tools.

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, type EditorView, type Tooltip } from "@codemirror/view";
import { languageDocuments, type NameDocument } from "./names.ts";

/** `data/…` and `tool/…` with what they are. */
export type LocalNames = ReadonlyMap<string, string>;

const symbol = /[^\s()[\]{}"',;`@^~#]+$/;

export function languageHelp(base: string, localNames: () => LocalNames): Extension {
  return [
    autocompletion({
      override: [(context) => completions(base, localNames(), context)],
      activateOnTyping: true,
    }),
    hoverTooltip((view, position) => hoverText(base, localNames(), view, position)),
  ];
}

async function completions(
  base: string,
  locals: LocalNames,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(symbol);
  if (word === null || (word.text.length < 2 && !context.explicit)) return null;
  const documents = await languageDocuments(base);
  return {
    from: word.from,
    validFor: /^[^\s()[\]{}"',;`@^~#]*$/,
    options: [
      ...[...locals].map(([label, detail]): Completion => ({
        label,
        detail,
        type: "variable",
        boost: 2,
      })),
      ...[...documents].map(([label, document]): Completion => ({
        label,
        type: document.kind === "special" ? "keyword" : "function",
        ...(label === document.name ? { boost: 1 } : {}),
        info: () => description(document),
      })),
    ],
  };
}

async function hoverText(
  base: string,
  locals: LocalNames,
  view: EditorView,
  position: number,
): Promise<Tooltip | null> {
  const { from, text } = view.state.doc.lineAt(position);
  const at = position - from;
  const before = symbol.exec(text.slice(0, at))?.[0] ?? "";
  const after = /^[^\s()[\]{}"',;`@^~#]*/.exec(text.slice(at))?.[0] ?? "";
  const name = before + after;
  const local = locals.get(name);
  const document = (await languageDocuments(base)).get(name);
  if (local === undefined && document === undefined) return null;
  return {
    pos: position - before.length,
    end: position + after.length,
    create: () => ({
      dom: document === undefined ? paragraph(local ?? "") : description(document),
    }),
  };
}

function description({ forms, doc, example, printed }: NameDocument): HTMLElement {
  const box = document.createElement("div");
  box.className = "name-help";
  const calls = document.createElement("code");
  calls.textContent = forms.join("\n");
  const shown = document.createElement("code");
  shown.textContent = `${example}\n;=> ${printed}`;
  box.append(calls, paragraph(doc.replaceAll("`", "")), shown);
  return box;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
