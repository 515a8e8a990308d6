// The edits that format a document.

import { format } from "@ptc/parser/format";
import type { Range } from "./line-table.ts";
import type { OpenDocument } from "./open-documents.ts";

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Returns one edit of the whole document; none if it can't be read or is already formatted. */
export function formatEdits({ text, lines }: OpenDocument): readonly TextEdit[] {
  const result = format(text);
  if (!result.ok) return [];
  const newText = usesCarriageReturns(text) ? result.text.replace(/\r?\n/g, "\r\n") : result.text;
  return newText === text ? [] : [{ range: lines.range(0, text.length), newText }];
}

/** True if each line ends with \r\n, so that none inside a text changes. */
function usesCarriageReturns(text: string): boolean {
  return /\r\n/.test(text) && !/(?<!\r)\n/.test(text);
}
