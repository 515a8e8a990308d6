// The editor of programs: CodeMirror with the structure of Clojure, and with mistakes at their
// places.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, Prec, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { clojure } from "@nextjournal/lang-clojure";
import { useEffect, useRef } from "preact/hooks";
import type { VNode } from "preact";
import type { Mistake } from "../worker/messages.ts";
import { languageHelp, type LocalNames } from "./language-help.ts";
import { programColors } from "./program-colors.ts";

export interface ProgramEditorProps {
  readonly label: string;
  readonly base: string;
  readonly text: string;
  readonly mistakes: readonly Mistake[];
  readonly localNames: LocalNames;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

export function ProgramEditor(props: ProgramEditorProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  // The editor lives longer than one rendering, and always calls the newest functions.
  const latest = useRef(props);
  latest.current = props;
  // Texts that the editor reported and that may still come back from a rendering, which is later.
  const reported = useRef(new Set<string>());

  useEffect(() => {
    if (place.current === null) return undefined;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: extensions(latest, reported.current),
      }),
    });
    editor.current = view;
    return () => {
      view.destroy();
    };
  }, []);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined) return;
    if (view.state.doc.toString() === props.text) {
      reported.current.clear();
      return;
    }
    if (reported.current.has(props.text)) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: props.text } });
  }, [props.text]);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined) return;
    const { length } = view.state.doc;
    view.dispatch(
      setDiagnostics(
        view.state,
        props.mistakes.map((mistake) => diagnosticOf(mistake, view.state.doc.toString(), length)),
      ),
    );
    // CodeMirror moves them with the text until the next check.
  }, [props.mistakes]);

  return <div class="program-editor" ref={place} />;
}

function extensions(
  latest: { readonly current: ProgramEditorProps },
  reported: Set<string>,
): Extension[] {
  return [
    Prec.highest(
      keymap.of([
        {
          key: "Mod-Enter",
          run: () => {
            latest.current.onRun();
            return true;
          },
        },
      ]),
    ),
    lineNumbers(),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    clojure(),
    programColors,
    languageHelp(latest.current.base, () => latest.current.localNames),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": latest.current.label }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      const text = update.state.doc.toString();
      reported.add(text);
      latest.current.onChange(text);
    }),
  ];
}

/** Marks the word at the place of a mistake, or one character. */
function diagnosticOf({ message, start }: Mistake, text: string, length: number): Diagnostic {
  const from = Math.min(start, length);
  const word = /^[^\s()[\]{}"',;]*/.exec(text.slice(from))?.[0].length ?? 0;
  return { from, to: Math.min(length, from + Math.max(1, word)), severity: "error", message };
}
