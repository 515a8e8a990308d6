// Explains mistakes inside the quotation marks of strings and regular expressions.
import { type Failure, quoted, visitOf } from "./failure.ts";
import type { Complaint } from "./parse-error.ts";

/**
 * Explains a missing closing quotation mark, the only possible mistake in a string or pattern at
 * the end of the source.
 */
export function explainUnclosedText(failure: Failure): Complaint | undefined {
  const text = visitOf(failure, ["string", "regex"]);
  if (text === undefined || !failure.isAtEnd) return undefined;
  const name = text.rule === "string" ? "string" : "regular expression";
  return {
    message: `Unclosed ${name} opened at ${failure.place(text.start)}: add " where it ends (inside, write \\" for a quotation mark)`,
    offset: failure.at,
    opened: text.start,
    showsOpening: true,
    expected: ['"'],
  };
}

export function explainEscape(failure: Failure): Complaint | undefined {
  const escape = visitOf(failure, ["escape"]);
  if (escape === undefined) return undefined;
  const { source } = failure;
  const escaped = String.fromCodePoint(source.codePointAt(escape.start + 1) ?? 0);
  const written = quoted(
    source.slice(escape.start, Math.max(failure.at, escape.start + 1 + escaped.length)),
  );
  return {
    message: `Unknown escape ${written} in a string at ${failure.place(escape.start)}: ${escapeRepair(escaped)}`,
    offset: escape.start,
    expected: [
      "\\n",
      "\\t",
      "\\r",
      "\\b",
      "\\f",
      '\\"',
      "\\\\",
      "\\u and four hexadecimal digits",
      "\\ and up to three octal digits",
    ],
  };
}

function escapeRepair(escaped: string): string {
  if (escaped === "u") return "\\u takes four hexadecimal digits, as in \\u00e9";
  if (/[0-9]/.test(escaped)) return "an octal escape is \\0 to \\377; for a backslash write \\\\";
  if (escaped === "'" || escaped === "`") return `write ${escaped} without the backslash`;
  if (/[dDsSwWbB.*+?()[\]{}|^$]/.test(escaped))
    return `write \\\\${escaped}, or a regular expression #"\\${escaped}"`;
  return "for a backslash write \\\\";
}
