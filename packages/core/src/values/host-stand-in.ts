// What stands for an object of the host that is no plain data, and what has to be said of it:
//
//   toJSON         what it answers, asked once                    URL, decimals, ids
//   text           of a RegExp and of URLSearchParams
//   message        of an error
//   own fields     of an instance of any other class; getters that the class declares are left out
//   `#<Promise>`   where there is nothing but a promise, a stream, or an object without fields

/** The host value to go on with. */
export interface StandIn {
  readonly value: unknown;
  /** Whether `value` is to be read by its own fields, whatever else it is. */
  readonly isFields?: true;
  /** Why something is lost, with a hint. It follows the place: `data/a is a Promise: …`. */
  readonly problem?: string;
}

/**
 * A value of which something was lost before it came here, from another process: the crossing says
 * so when it is read.
 */
export class LossyValue {
  readonly value: unknown;
  readonly problem: string;

  constructor(value: unknown, problem: string) {
    this.value = value;
    this.problem = problem;
  }
}

/** What is said of a field, an element or an object that throws when it is read. */
export const unreadable = "cannot be read: it throws";

/**
 * Whether an object says itself what it is as data. What only claims to be a date does not.
 * @throws what its accessors throw
 */
export function saysItself(source: object): boolean {
  const { toJSON } = source as { readonly toJSON?: unknown };
  return typeof toJSON === "function" && toJSON !== dateToJson;
}

const dateToJson: unknown = /* @__PURE__ */ Reflect.get(Date.prototype, "toJSON");

/**
 * What stands for `source`, which is no array, date, collection, buffer or boxed primitive;
 * undefined where that is its own fields and nothing is lost.
 */
export function standInFor(source: object): StandIn | undefined {
  try {
    const tag = tagOf(source);
    if (source instanceof Error || tag === "Error") return { value: messageOf(source) };
    const text = texts.get(tag)?.(source);
    if (text !== undefined) return { value: text };
    if (saysItself(source)) return ofToJson(source as { toJSON: () => unknown });
    return withoutData(source, tag) ?? withoutGetters(source);
  } catch {
    return { value: null, problem: unreadable };
  }
}

function tagOf(source: object): string {
  return Object.prototype.toString.call(source).slice(8, -1);
}

/** One that only claims to be of its kind has no text. */
const texts: ReadonlyMap<string, (source: object) => string | undefined> = new Map([
  [
    "RegExp",
    ofItsKind((source) => `/${partOfRegex(source, "source")}/${partOfRegex(source, "flags")}`),
  ],
  ["URLSearchParams", ofItsKind((source) => URLSearchParams.prototype.toString.call(source))],
]);

function ofItsKind(read: (source: object) => string): (source: object) => string | undefined {
  return (source) => {
    try {
      return read(source);
    } catch {
      return undefined;
    }
  };
}

/** The part as the host keeps it, whatever the object says. @throws TypeError for no RegExp */
function partOfRegex(source: object, part: "source" | "flags"): string {
  const text: unknown = Reflect.get(RegExp.prototype, part, source);
  return text as string;
}

/** An error without a message has its name. */
function messageOf(source: object): unknown {
  const { message, name } = source as { readonly message?: unknown; readonly name?: unknown };
  if (typeof message === "string" && message !== "") return message;
  return typeof name === "string" ? name : "Error";
}

/** As `JSON.stringify` does, `toJSON` of what it answers is not asked again. */
function ofToJson(source: { toJSON: () => unknown }): StandIn {
  let value: unknown;
  try {
    value = source.toJSON();
  } catch {
    return { value: null, problem: "cannot be read: its toJSON throws" };
  }
  const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
  return isFields && saysItself(value as object) ? { value, isFields } : { value };
}

const hints: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["Promise", "await it before it is handed over"],
  ["Response", "read it first, as with await response.json()"],
  ["Request", "read it first, as with await request.json()"],
  ["Blob", "read it first, as with await blob.text()"],
  ["File", "read it first, as with await file.text()"],
  ["Headers", "use Object.fromEntries(headers)"],
  ["FormData", "use Object.fromEntries(form)"],
  ["Generator", "use Array.from"],
]);
const hintOfStreams =
  "collect it into an array first; one that a tool answers with itself is collected";

function withoutData(source: object, tag: string): StandIn | undefined {
  const { then } = source as { readonly then?: unknown };
  const isPromise = typeof then === "function";
  const isStream = Symbol.asyncIterator in source;
  if (!isPromise && !isStream && Object.keys(source).length > 0) return undefined;
  const name = nameOf(source, tag);
  const hint =
    hints.get(isPromise ? "Promise" : name) ??
    (isStream ? hintOfStreams : "make plain data of it, or give its class a toJSON");
  return { value: `#<${name}>`, problem: `is no data but ${article(name)} ${name}: ${hint}` };
}

function article(name: string): string {
  return /^[AEIOU](?!RL)/i.test(name) ? "an" : "a";
}

function nameOf(source: object, tag: string): string {
  const { constructor } = source as { readonly constructor?: unknown };
  const name: unknown =
    tag !== "Object" ? tag : typeof constructor === "function" ? constructor.name : "";
  return typeof name === "string" && /^[\w$]{1,40}$/.test(name) ? name : "Object";
}

const mostNamed = 5;

/** An instance whose class declares getters: they are the only place of what is private. */
function withoutGetters(source: object): StandIn | undefined {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(source);
  while (isOfClass(prototype) && names.length <= mostNamed) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (property.get !== undefined && name !== "__proto__" && !Object.hasOwn(source, name))
        names.push(name.slice(0, 40));
    prototype = Object.getPrototypeOf(prototype);
  }
  if (names.length === 0) return undefined;
  const shown = names.slice(0, mostNamed).join(", ");
  const others = names.length > mostNamed ? " and others" : "";
  return {
    value: source,
    isFields: true,
    problem: `is read without the getters of its class (${shown}${others}): give the class a toJSON`,
  };
}

function isOfClass(prototype: unknown): prototype is object {
  return (
    typeof prototype === "object" && prototype !== null && Object.getPrototypeOf(prototype) !== null
  );
}
