// Parses JSON and reports the position of every mistake. The host reports a position for some
// mistakes only.

import { fromJson } from "@ptc/core/json";
import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";

/** The parsed value, or the reason why the text is invalid. */
export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/**
 * Returns the value, or a message with the line, the column and the mistake. Integers are exact,
 * unless `read` is the reader of the host, for JSON whose writer tags large integers.
 */
export function parseJson(text: string, read: (text: string) => unknown = fromJson): ParsedJson {
  try {
    return { ok: true, value: read(text) };
  } catch (error) {
    // An integer of too many digits.
    if (error instanceof RangeError) return { ok: false, message: error.message };
    return { ok: false, message: `not JSON: ${mistakeIn(text)}` };
  }
}

/** Messages by jsonc-parser's names of mistakes. */
const problems: ReadonlyMap<string, string> = new Map([
  ["InvalidSymbol", "expected a value, or a string in double quotes"],
  ["InvalidNumberFormat", "expected a number"],
  ["PropertyNameExpected", "expected a key in double quotes"],
  ["ValueExpected", "expected a value"],
  ["ColonExpected", "expected : after the key"],
  ["CommaExpected", "expected , or the closing bracket"],
  ["CloseBraceExpected", "expected , or }"],
  ["CloseBracketExpected", "expected , or ]"],
  ["EndOfFileExpected", "expected the end"],
  ["InvalidCommentToken", "JSON doesn't allow comments"],
  ["UnexpectedEndOfComment", "JSON doesn't allow comments"],
  ["UnexpectedEndOfString", "a string isn't closed on its line"],
  ["UnexpectedEndOfNumber", "a number is incomplete"],
  ["InvalidUnicode", "\\u needs four hexadecimal digits"],
  ["InvalidEscapeCharacter", "a string has an invalid escape"],
  ["InvalidCharacter", "a string contains a control character (write it as an escape)"],
]);

class FirstMistake extends Error {
  readonly code: ParseErrorCode;
  readonly offset: number;

  constructor(code: ParseErrorCode, offset: number) {
    super("first mistake");
    this.code = code;
    this.offset = offset;
  }
}

function mistakeIn(text: string): string {
  try {
    visit(
      text,
      {
        onError: (code, offset) => {
          throw new FirstMistake(code, offset);
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof FirstMistake) return describe(text, error);
    if (!(error instanceof RangeError)) throw error;
  }
  // The nesting exceeds the host's stack.
  return "the position is unknown, because the JSON is nested too deeply";
}

function describe(text: string, { code, offset }: FirstMistake): string {
  const name = printParseErrorCode(code);
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const [found] = text.slice(offset, offset + 2);
  const got = found === undefined ? "the text ends" : `got ${JSON.stringify(found)}`;
  return `${problems.get(name) ?? name}, ${got} at line ${String(line)}, column ${String(column)}`;
}
