// Names with dots or foreign prefixes, such as `order.total`, `xs.map(f)`, `ctx/orders`,
// `JSON.parse` and `(.total order)`, and the call to write instead.

import type { Form, Span } from "@ptc/parser";
import {
  contextPrefixes,
  foreignFunctions,
  foreignMethods,
  outsidePrefixes,
  spelled,
  toolPrefixes,
} from "../../catalog/foreign-methods.ts";
import { symbolText, type SymbolForm } from "../form-tools.ts";
import { pathKey } from "./arguments.ts";
import type { MistakenProgram } from "./mistaken-program.ts";
import { arrowIn } from "./review-arrows.ts";
import { isAdjacent, longestExample, written } from "./written-forms.ts";

/** Returns advice for a name that resolves to nothing, with the call that it begins if any. */
export function foreignCallHint(
  program: MistakenProgram,
  name: SymbolForm,
  args: readonly Form[] | undefined,
): string | undefined {
  const text = symbolText(name);
  const arrow = args && arrowIn(program.source, args);
  const texts = arrow
    ? [arrow.text]
    : (args ?? []).slice(0, 8).map((arg) => written(program.source, arg));
  if (text.endsWith("'")) return singleQuoted(program.source, name.span);
  if (text.startsWith(".")) {
    const method = text.replace(/^\.-?/, "");
    return args === undefined && !foreignMethods.has(spelled(method))
      ? `a keyword is a function that reads its field: write :${method}`
      : methodOfArgument(method, texts);
  }
  const joined = joinedCalculation(text);
  if (joined !== undefined) return joined;
  const parts = text.split(/[./]/).filter((part) => part !== "");
  const [first = "", ...fields] = parts;
  if (fields.length === 0 || fields.length > 6) return undefined;
  // The analysis suggests similar fields.
  if (name.namespace === "data" && fields.length === 1) return undefined;
  const base = spelled(first);
  if (contextPrefixes.has(base)) return contextHint(fields, texts);
  if (toolPrefixes.has(base)) return toolHint(program, fields.join("."), texts);
  const called = foreignFunctions.get(
    parts
      .map((part) => part.toLowerCase())
      .join(".")
      .replace(/_/g, ""),
  );
  if (called !== undefined) return `write ${filled(called, "", texts)}`;
  if (outsidePrefixes.has(base))
    return "programs read only data/… and call only tools: use a tool, (tool/name {…})";
  if (base === "math") return mathHint(program, fields, texts);
  if (/^[A-Z]/.test(first)) return moduleHint(program, fields, texts);
  if (name.namespace !== undefined) return undefined;
  return valueHint(program.isField(first) ? `data/${first}` : first, fields, args && texts);
}

const joinedOperators: ReadonlyMap<string, string> = new Map([
  ["==", "="],
  ["!=", "not="],
  ["%", "mod"],
]);

/** `a+b` and `total>=100`, which read as one name. */
function joinedCalculation(text: string): string | undefined {
  const found = /^([\w.-]*\w)([+*%]|[=!<>]=|[<>=])([\w.-]+)$/.exec(text.slice(0, longestExample));
  const [whole, left = "", sign = "", right = ""] = found ?? [];
  return whole === text
    ? `spaces separate names, and the operator comes first: write (${joinedOperators.get(sign) ?? sign} ${left} ${right})`
    : undefined;
}

/** `'hello world'`, which reads as the quoted symbol hello and the name world'. */
export function singleQuoted(source: string, span: Span): string | undefined {
  const before = source.slice(Math.max(0, span.start - 100), span.end - 1);
  const text = /'([^'"()\n]*)$/.exec(before)?.[1];
  return text === undefined ? undefined : `strings have double quotes: write "${text}"`;
}

/** Returns the arguments of `name`: the rest of its call, or a list directly after it. */
export function argumentsOf(
  name: Form,
  siblings: readonly Form[],
  outer: Form | undefined,
): readonly Form[] | undefined {
  const index = siblings.indexOf(name);
  const next = siblings[index + 1];
  if (next?.type === "list" && isAdjacent(name, next)) return next.items;
  const isHead = index === 0 && (outer?.type === "list" || outer?.type === "function");
  return isHead ? siblings.slice(1) : undefined;
}

function filled(call: string, value: string, texts: readonly string[]): string {
  const args = texts.length === 0 ? "" : ` ${texts.join(" ")}`;
  return call
    .replace("{A}", `{${texts[0] ?? "x"}}`)
    .replace(/ V\b/, () => ` ${value}`)
    .replace(/\[x V\]/, () => `[x ${value}]`)
    .replace(/ A\b/, () => args);
}

function contextHint([field = "", ...fields]: readonly string[], texts: readonly string[]): string {
  const read = `data/${field}`;
  return fields.length === 0
    ? `the fields of the context are data/…: write ${read}`
    : (valueHint(read, fields, texts) ?? `write ${read}`);
}

function toolHint(
  { isTool }: MistakenProgram,
  name: string,
  texts: readonly string[],
): string | undefined {
  const tool = name.replace(/^call\./, "");
  const args = texts.length === 0 ? (isTool(tool) ? "" : " {…}") : ` ${texts.join(" ")}`;
  return `each tool is a function with the prefix tool/: write (tool/${tool}${args})`;
}

function mathHint(
  { isBuiltin }: MistakenProgram,
  fields: readonly string[],
  texts: readonly string[],
): string | undefined {
  const [name = ""] = fields;
  return [`Math/${name}`, name]
    .filter(isBuiltin)
    .map((found) => `write (${[found, ...texts].join(" ")})`)[0];
}

/** Modules of other languages, such as `Enum.map`: the function may exist without the module. */
function moduleHint(
  program: MistakenProgram,
  fields: readonly string[],
  texts: readonly string[],
): string | undefined {
  const [name = ""] = fields;
  const plain = name.replace(/_/g, "-");
  const found = [plain, `${plain}?`, `str/${plain}`].find(program.isBuiltin);
  if (found !== undefined) return `there are no modules: use ${found}`;
  const method = foreignMethods.get(spelled(name));
  return method === undefined
    ? undefined
    : `write ${filled(method, texts[0] ?? "x", texts.slice(1))}`;
}

/** `order.total`, `xs.length`: fields of a value, of which the last may be a method. */
function valueHint(
  value: string,
  fields: readonly string[],
  args: readonly string[] | undefined,
): string | undefined {
  const last = fields.at(-1) ?? "";
  const method = foreignMethods.get(spelled(last));
  const isMethod = method !== undefined && (args !== undefined || /^(length|size|len)$/.test(last));
  const read = fieldText(value, isMethod ? fields.slice(0, -1) : fields);
  return isMethod
    ? `a value has no methods: write ${filled(method, read, args ?? [])}`
    : `read fields by keyword${fields.some((field) => /^\d+$/.test(field)) ? " and items by position" : ""}: ${read}`;
}

function fieldText(value: string, fields: readonly string[]): string {
  if (fields.length === 0) return value;
  const [key = "", ...others] = fields.map(pathKey);
  if (others.length > 0) return `(get-in ${value} [${[key, ...others].join(" ")}])`;
  return key.startsWith(":") ? `(${key} ${value})` : `(nth ${value} ${key})`;
}

/** `(.total order)` and `(.push xs 3)`. */
function methodOfArgument(name: string, [value = "x", ...args]: readonly string[]): string {
  const method = foreignMethods.get(spelled(name));
  // Literals of texts, numbers, characters and vectors have no fields.
  if (method === undefined && /^(?:["\\[]|-?\d)/.test(value))
    return `a value has no method ${name}: use a function of the language`;
  return method === undefined
    ? `read fields by keyword: (:${name} ${value})`
    : `a value has no such method: write ${filled(method, value, args)}`;
}
