// The mistakes of a document, as `ptc check` reports them.

import { shortened } from "@ptc/core/internal/printing";
import { visibleText } from "@ptc/core/printing";
import { check } from "@ptc/lisp";
import type { Range } from "./line-table.ts";
import { OpenDocument, type RefusedDocument } from "./open-documents.ts";
import { checkedTools, type Project } from "./project.ts";
import { endOfToken } from "./words.ts";

export interface Diagnostic {
  readonly range: Range;
  /** 1 is an error, and 2 a warning. */
  readonly severity: 1 | 2;
  readonly code: string;
  readonly source: "ptc";
  readonly message: string;
}

const mostDiagnostics = 200;
const longestMessage = 2_000;
const start = { line: 0, character: 0 };

/** Returns the mistakes of a program, in the order of its source. */
export async function diagnosticsOf(
  document: OpenDocument | RefusedDocument,
  project: Project,
): Promise<readonly Diagnostic[]> {
  if (!(document instanceof OpenDocument)) return [refusal(document.problem)];
  const { text, lines } = document;
  const { libraries } = project;
  const found = await check(text, {
    tools: checkedTools(project, text),
    ...(libraries === undefined ? {} : { libraries }),
  });
  return found.slice(0, mostDiagnostics).map(({ reason, message, details }): Diagnostic => {
    const offset = Math.min(details?.position?.offset ?? 0, text.length);
    const hint = details?.hint === undefined ? "" : ` (${details.hint})`;
    return {
      range: lines.range(offset, endOfToken(text, offset)),
      severity: 1,
      code: reason,
      source: "ptc",
      message: visibleText(shortened(`${message}${hint}`, longestMessage)),
    };
  });
}

function refusal(message: string): Diagnostic {
  return {
    range: { start, end: start },
    severity: 2,
    code: "document_too_large",
    source: "ptc",
    message,
  };
}
