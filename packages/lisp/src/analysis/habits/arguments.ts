// Arguments of builtins in the order or form of other languages.

import type { Form } from "@ptc/parser";
import { plainName } from "../form-tools.ts";
import type { FoundMistake } from "./mistaken-program.ts";
import { takesCollectionLast } from "./threads.ts";
import { written, writtenAll } from "./written-forms.ts";

/** Returns advice for a call whose arguments the program passed in another order or form. */
export function argumentHint(
  source: string,
  form: Form,
  { message }: FoundMistake,
): string | undefined {
  if (form.type !== "list") return undefined;
  const [head, first, second, ...others] = form.items;
  const name = plainName(head);
  if (name === ".length" && message.includes("expected a string, got vector"))
    return "use count: (count coll)";
  if (name === undefined || first === undefined || second === undefined) return undefined;
  if (/expected a collection, got (?:a function|keyword)/.test(message)) {
    if (others.length > 0 || !takesCollectionLast(form)) return undefined;
    const swapped = `${written(source, second)} ${written(source, first)}`;
    if (name === "sort" && second.type === "keyword")
      return `a field is the key of sort-by: write (sort-by ${swapped})`;
    const call = `(${name} ${swapped})`;
    return name.endsWith("-by")
      ? `the key comes first: (${name} :key coll); write ${call}`
      : `the collection comes last: (${name} f coll); write ${call}`;
  }
  if (message.includes("expected a path, a vector of keys")) {
    const keys = pathKeys([second, ...others]);
    return keys && `the path is a vector: write (${name} ${written(source, first)} [${keys}])`;
  }
  return undefined;
}

/** Returns advice for `(if test a else b)` and `(sum rows :total)`. */
export function arityHint(source: string, form: Form): string | undefined {
  if (form.type !== "list") return undefined;
  const [head, first, second, third, fourth, ...others] = form.items;
  const name = plainName(head) ?? "";
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  if (name === "if" && fourth !== undefined && plainName(third) === "else")
    return `the alternative follows directly: write (if ${written(source, first)} ${written(source, second)} ${written(source, fourth)})`;
  const isOfField = (name === "sum" || name === "avg") && third === undefined;
  const [key, rows] = first.type === "keyword" ? [first, second] : [second, first];
  return isOfField && key.type === "keyword"
    ? `write (${name}-by ${written(source, key)} ${written(source, rows)})`
    : undefined;
}

/** `0` for the text of a position, and `:total` for that of a field. */
export function pathKey(text: string): string {
  return /^\d+$/.test(text) ? text : `:${text}`;
}

/** `:a :b` for `"a.b"` and for `:a :b`. */
function pathKeys([first, ...others]: readonly Form[]): string | undefined {
  if (first?.type === "string" && /^[\w-]+(?:\.[\w-]+)*$/.test(first.value))
    return first.value.split(".").map(pathKey).join(" ");
  if (first?.type !== "keyword") return undefined;
  const keys = [first, ...others.slice(0, 5)].flatMap((key) =>
    key.type === "keyword" ? [`:${key.name}`] : [],
  );
  return keys.join(" ");
}

/** Words between a name and its collection in other languages. */
const between: ReadonlySet<string> = new Set(["in", "of", "<-", "from"]);

/** Returns advice for `(for x in coll body)`. */
export function iterationHint(source: string, form: Form): string | undefined {
  if (form.type !== "list") return undefined;
  const [head, name, word, collection, ...body] = form.items;
  const operation = plainName(head) ?? "";
  if (operation !== "for" && operation !== "doseq") return undefined;
  if (collection === undefined || name?.type !== "symbol" || !between.has(plainName(word) ?? ""))
    return undefined;
  const result = body.length === 0 ? "…" : writtenAll(source, body);
  return `write (${operation} [${name.name} ${written(source, collection)}] ${result})`;
}

/** Returns advice for `(fn (x y) body)` and `(defn f x body)`. */
export function parameterHint(source: string, form: Form): string | undefined {
  if (form.type !== "list") return undefined;
  const [head, second, third] = form.items;
  const operation = plainName(head) ?? "";
  const isNamed = operation === "defn" || operation === "defn-";
  const params = isNamed ? third : second;
  if (!(isNamed || operation === "fn") || params === undefined) return undefined;
  const names = params.type === "list" ? params.items : [params];
  if (!names.every((name) => name.type === "symbol") || names.length > 8) return undefined;
  const name = isNamed && second !== undefined ? ` ${written(source, second)}` : "";
  return `parameters are in a vector: write (${operation}${name} [${writtenAll(source, names)}] …)`;
}
