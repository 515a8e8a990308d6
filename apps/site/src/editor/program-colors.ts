// Colors the tokens of a program. The reader of the language finds them, so the editor agrees with
// it about comments, texts and calls.

import type { Extension, Range } from "@codemirror/state";
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";
import { programTokens } from "@ptc/viewer/model";

/** Longer programs stay without colors. */
const mostCharacters = 50_000;

export const programColors: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colorsOf(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) this.decorations = colorsOf(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colorsOf({ state }: EditorView): DecorationSet {
  if (state.doc.length > mostCharacters) return Decoration.none;
  const marks = programTokens(state.doc.toString()).map(({ kind, start, end }): Range<Decoration> =>
    Decoration.mark({ class: `token-${kind}` }).range(start, end),
  );
  return Decoration.set(marks, true);
}
