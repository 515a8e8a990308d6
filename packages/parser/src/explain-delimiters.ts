// Explains brackets that are unclosed, mismatched or unmatched, and maps that end between a key and
// its value.
import { type Failure, quoted, type Visit } from "./failure.ts";
import type { Form } from "./form.ts";
import { read } from "./generated/reader.ts";
import type { RuleName } from "./generated/trace.ts";
import type { Complaint } from "./parse-error.ts";

interface Delimiters {
  readonly opener: string;
  readonly closer: string;
}

const delimiters: ReadonlyMap<RuleName, Delimiters> = new Map([
  ["list", { opener: "(", closer: ")" }],
  ["vector", { opener: "[", closer: "]" }],
  ["map", { opener: "{", closer: "}" }],
  ["set", { opener: "#{", closer: "}" }],
  ["functionLiteral", { opener: "#(", closer: ")" }],
]);

/**
 * The maximum number of missing closing delimiters to write out. For more, only their number is
 * given.
 */
const writtenClosers = 20;

/** Returns the brackets that are open where reading failed, innermost first. */
function openAt({ visits }: Failure): readonly (Delimiters & Visit)[] {
  return visits.flatMap((visit) => {
    const pair = delimiters.get(visit.rule);
    return pair === undefined ? [] : [{ ...visit, ...pair }];
  });
}

export function explainUnclosed(failure: Failure): Complaint | undefined {
  const open = openAt(failure);
  const [innermost] = open;
  if (!failure.isAtEnd || innermost === undefined) return undefined;
  const { opener, closer, start } = innermost;
  const closers = open.map((pair) => pair.closer).join("");
  const all =
    open.length <= writtenClosers
      ? `closing them all takes ${closers}`
      : "each needs its closing delimiter";
  const others =
    open.length === 1
      ? ""
      : `; ${open.length} delimiters are open at the end of the program, ${all}`;
  const message = `Unclosed ${opener} opened at ${failure.place(start)}: add ${closer}${others}`;
  return { message, offset: failure.at, opened: start, showsOpening: true, expected: [closer] };
}

/**
 * Explains a key without a value. The grammar reads maps in pairs, so a `}` that it refuses is
 * where a value is expected.
 */
export function explainOddMap(failure: Failure): Complaint | undefined {
  const [innermost] = openAt(failure);
  const { source, at } = failure;
  if (innermost?.rule !== "map" || source[at] !== "}") return undefined;
  const content = source.slice(innermost.start + 1, at);
  const items = read(content, failure.visits.length + 1);
  const key = items.ok ? items.value.at(-1) : undefined;
  if (source[innermost.start - 1] === "$")
    return {
      message: `Unexpected \${…} at ${failure.place(innermost.start - 1)}: text has no placeholders, write (str "text " value)`,
      offset: innermost.start - 1,
    };
  const keyText =
    key === undefined
      ? "the last key"
      : `key ${quoted(content.slice(key.span.start, key.span.end))}`;
  const [, name, value] = /^'?([\w-]+)'?:(.+)$/.exec(keyText.slice("key ".length)) ?? [];
  const sign = items.ok ? items.value[1] : undefined;
  const [first, , second] = items.ok ? items.value : [];
  const isSigned =
    sign !== undefined && /^(?:=>?|->|:=)$/.test(content.slice(sign.span.start, sign.span.end));
  const repair = isSigned
    ? `; a map has only keys and values: write {${textOf(first)} ${textOf(second)}}`
    : name !== undefined
      ? `; write :${name} ${value ?? ""}`
      : keyText.endsWith("'")
        ? '; strings have double quotes, as in "a b"'
        : "";
  function textOf(form: Form | undefined): string {
    return form === undefined ? "…" : quoted(content.slice(form.span.start, form.span.end));
  }
  return {
    message: `A map needs an even number of forms: ${keyText} has no value in the map opened at ${failure.place(innermost.start)}${repair}`,
    offset: at,
    opened: innermost.start,
    expected: ["a value"],
  };
}

export function explainClosing(failure: Failure): Complaint | undefined {
  const { source, at } = failure;
  const found = source.charAt(at);
  if (!")]}".includes(found) || found === "") return undefined;
  const [innermost] = openAt(failure);
  if (innermost === undefined)
    return {
      message: `Unmatched ${found} at ${failure.place(at)}: nothing is open there, remove it`,
      offset: at,
    };
  const { opener, closer, start } = innermost;
  return {
    message: `Mismatched delimiters: ${opener} opened at ${failure.place(start)} is closed by ${found} at ${failure.place(at)}; write ${closer} before it or instead of it`,
    offset: at,
    opened: start,
    expected: [closer],
  };
}
