// Reads JSON and gives the place of every mistake; the host's own message has a place for some
// mistakes only.

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The message has the line, the column and what is wrong there. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    const mistake = findMistake(text);
    return {
      ok: false,
      message: `not JSON: ${mistake.problem} at line ${String(mistake.line)}, column ${String(mistake.column)}`,
    };
  }
}

interface Mistake {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

const space = /[ \t\r\n]*/y;
const punctuation = /[{}[\],:]/y;
// eslint-disable-next-line no-control-regex -- the strings of JSON may not hold them
const stringPart = /[^"\\\u0000-\u001f]{1,1000}|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Expectation = "value" | "valueOrEnd" | "key" | "keyOrEnd" | "colon" | "commaOrEnd" | "end";

const expectations: Readonly<Record<Expectation, string>> = {
  value: "expected a value",
  valueOrEnd: "expected a value or ]",
  key: "expected a key in double quotes",
  keyOrEnd: "expected a key in double quotes or }",
  colon: "expected :",
  commaOrEnd: "expected , or the closing bracket",
  end: "expected the end",
};

/** Reads `text` up to the first mistake. */
function findMistake(text: string): Mistake {
  const open: ("{" | "[")[] = [];
  let expected: Expectation = "value";
  let offset = 0;
  for (;;) {
    offset += matchAt(space, text, offset)?.length ?? 0;
    const token =
      matchAt(punctuation, text, offset) ?? stringAt(text, offset) ?? matchAt(scalar, text, offset);
    const next: Expectation | undefined =
      token === undefined ? undefined : after(token, expected, open);
    if (token === undefined || next === undefined) return mistakeAt(text, offset, expected);
    offset += token.length;
    expected = next;
  }
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

/**
 * Matches a string part by part, because one pattern for a whole string could take too much time to
 * match.
 */
function stringAt(text: string, start: number): string | undefined {
  if (text[start] !== '"') return undefined;
  let end = start + 1;
  for (
    let part = matchAt(stringPart, text, end);
    part !== undefined;
    part = matchAt(stringPart, text, end)
  )
    end += part.length;
  return text[end] === '"' ? text.slice(start, end + 1) : undefined;
}

/** What may follow `token`; `undefined` when `token` may not stand here. */
function after(token: string, expected: Expectation, open: ("{" | "[")[]): Expectation | undefined {
  const done = (): Expectation => (open.length === 0 ? "end" : "commaOrEnd");
  const isValueExpected = expected === "value" || expected === "valueOrEnd";
  if (token === "{" || token === "[") {
    if (!isValueExpected) return undefined;
    open.push(token);
    return token === "{" ? "keyOrEnd" : "valueOrEnd";
  }
  if (token === "}" || token === "]") {
    const isEnd =
      expected === "commaOrEnd" || expected === (token === "}" ? "keyOrEnd" : "valueOrEnd");
    if (!isEnd || open.at(-1) !== (token === "}" ? "{" : "[")) return undefined;
    open.pop();
    return done();
  }
  if (token === ",")
    return expected !== "commaOrEnd" ? undefined : open.at(-1) === "{" ? "key" : "value";
  if (token === ":") return expected === "colon" ? "value" : undefined;
  if (expected === "key" || expected === "keyOrEnd")
    return token.startsWith('"') ? "colon" : undefined;
  return isValueExpected ? done() : undefined;
}

function mistakeAt(text: string, offset: number, expected: Expectation): Mistake {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const [found] = text.slice(offset);
  const got =
    found === undefined
      ? "the text ends"
      : found === '"'
        ? "got a broken string"
        : `got ${JSON.stringify(found)}`;
  return { problem: `${expectations[expected]}, ${got}`, line, column };
}
