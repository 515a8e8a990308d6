// Reads JSON and gives the place of every mistake; the host's own message has a place for some
// mistakes only.

import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The message has the line, the column and what is wrong there. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false, message: `not JSON: ${mistakeIn(text)}` };
  }
}

/** By the names that jsonc-parser has for mistakes. */
const problems: ReadonlyMap<string, string> = new Map([
  ["InvalidSymbol", "expected a value, or a text in double quotes"],
  ["InvalidNumberFormat", "expected a number"],
  ["PropertyNameExpected", "expected a key in double quotes"],
  ["ValueExpected", "expected a value"],
  ["ColonExpected", "expected : after the key"],
  ["CommaExpected", "expected , or the closing bracket"],
  ["CloseBraceExpected", "expected , or }"],
  ["CloseBracketExpected", "expected , or ]"],
  ["EndOfFileExpected", "expected the end"],
  ["InvalidCommentToken", "JSON has no comments"],
  ["UnexpectedEndOfComment", "JSON has no comments"],
  ["UnexpectedEndOfString", "a text is not closed on its line"],
  ["UnexpectedEndOfNumber", "a number is not complete"],
  ["InvalidUnicode", "\\u takes four hexadecimal digits"],
  ["InvalidEscapeCharacter", "a text has a backslash that begins no escape"],
  ["InvalidCharacter", "a text holds a control character: write it as an escape"],
]);

class FirstMistake extends Error {
  readonly code: ParseErrorCode;
  readonly offset: number;

  constructor(code: ParseErrorCode, offset: number) {
    super("the first mistake");
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
  // What is nested deeper than the host's stack has a mistake that nobody has found.
  return "it is nested too deep to say where the mistake is";
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
