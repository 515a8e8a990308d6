// Lists the documents generated from the tables of the language, with the path and text of each:
// docs/reference, a module of the language itself, and the grammar of editors. The command that
// writes them and the test that checks for drift both read this list.
import { join } from "node:path";
import { agentOptionsDocument } from "./agent-options-document.ts";
import { builtinNamesModule } from "./builtin-names.ts";
import { editorGrammar } from "./editor-grammar.ts";
import { functionsDocument } from "./functions-document.ts";
import { languageDocument } from "./language-document.ts";
import { limitsDocument } from "./limits-document.ts";

export interface RenderedDocument {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
}

export const regenerateCommand = "npm run exec -- node tools/reference-docs/src/main.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "docs/reference");

const notice = (source: string): string =>
  `<!-- Generated from ${source}. Do not edit: change these, then run ${regenerateCommand} -->\n\n`;

/** Returns every document with its current text. */
export function renderDocuments(): readonly RenderedDocument[] {
  return [
    {
      path: join(folder, "language.md"),
      text:
        notice("the tables of packages/lisp/src and tools/reference-docs/templates/language.md") +
        languageDocument(),
    },
    {
      path: join(folder, "functions.md"),
      text: notice("the tables in packages/lisp/src/builtins") + functionsDocument(),
    },
    {
      path: join(folder, "agent-options.md"),
      text:
        notice("the table in packages/subagent/src/agent/agent-option-table.ts") +
        agentOptionsDocument(),
    },
    {
      path: join(folder, "limits.md"),
      text: notice("the tables and bounds in packages/lisp/src") + limitsDocument(),
    },
    {
      path: join(root, "packages/lisp/src/builtins/library/builtin-names.ts"),
      text: `// Generated from the tables in packages/lisp/src/builtins. Do not edit: change these, then run\n// ${regenerateCommand}\n\n${builtinNamesModule()}`,
    },
    {
      path: join(root, "editors/vscode/syntaxes/ptc.tmLanguage.json"),
      text: editorGrammar(),
    },
  ];
}
