// Chooses a replacement for a host object that isn't plain data, and describes what is lost:
//
//   toJSON         its result; called once                        URL, decimals, ids
//   text           of a RegExp and of URLSearchParams
//   message        of an error
//   own fields     of an instance of any other class; getters that the class declares are left out
//   `#<Promise>`   for a promise, a stream, or an object without fields
//   `#<bigint>`    for an integer that is too large

import { maximumIntegerBits } from "./integer-size.ts";

/** The host value to continue with. */
export interface StandIn {
  readonly value: unknown;
  /** True if `value` must be read by its own fields, regardless of its kind. */
  readonly isFields?: true;
  /** Why something is lost, with a hint. The location precedes it: `data/a is a Promise: …`. */
  readonly problem?: string;
}

/**
 * A value that lost something earlier, in another process. The crossing reports the loss when it
 * reads the value.
 */
export class LossyValue {
  readonly value: unknown;
  readonly problem: string;

  constructor(value: unknown, problem: string) {
    this.value = value;
    this.problem = problem;
  }
}

/** The replacement for an integer of more bits than any operation produces. */
export const oversizedInteger = {
  value: "#<bigint>",
  problem: `is an integer of more than ${String(maximumIntegerBits)} bits: pass its text`,
};

/** The problem reported for a field, element or object that throws when it is read. */
export const unreadable = "cannot be read: it throws";

/**
 * True if the object has its own `toJSON`. The `toJSON` of dates doesn't count, so an object that
 * only claims to be a date returns false.
 * @throws anything that its accessors throw
 */
export function saysItself(source: object): boolean {
  const { toJSON } = source as { readonly toJSON?: unknown };
  return typeof toJSON === "function" && toJSON !== dateToJson;
}

const dateToJson: unknown = /* @__PURE__ */ Reflect.get(Date.prototype, "toJSON");

/**
 * Returns the replacement for `source`, which isn't an array, date, collection, buffer or boxed
 * primitive. Returns undefined if its own fields represent it and nothing is lost.
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

/**
 * Converts objects to text by their kind. Returns undefined for an object that only claims to be
 * of that kind.
 */
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

/**
 * Returns the part from the internal slot, because the object may report another one.
 * @throws TypeError if `source` is not a RegExp
 */
function partOfRegex(source: object, part: "source" | "flags"): string {
  const text: unknown = Reflect.get(RegExp.prototype, part, source);
  return text as string;
}

/** Returns the message of an error, or its name if it has no message. */
function messageOf(source: object): unknown {
  const { message, name } = source as { readonly message?: unknown; readonly name?: unknown };
  if (typeof message === "string" && message !== "") return message;
  return typeof name === "string" ? name : "Error";
}

/** Calls `toJSON` only once, like `JSON.stringify`: doesn't call the `toJSON` of its result. */
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
  ["Promise", "await it before you pass it"],
  ["Response", "read it first, as with await response.json()"],
  ["Request", "read it first, as with await request.json()"],
  ["Blob", "read it first, as with await blob.text()"],
  ["File", "read it first, as with await file.text()"],
  ["Headers", "use Object.fromEntries(headers)"],
  ["FormData", "use Object.fromEntries(form)"],
  ["Generator", "use Array.from"],
]);
const hintOfStreams = "collect it into an array first (or return it directly from a tool)";

function withoutData(source: object, tag: string): StandIn | undefined {
  const { then } = source as { readonly then?: unknown };
  const isPromise = typeof then === "function";
  const isStream = Symbol.asyncIterator in source;
  if (!isPromise && !isStream && Object.keys(source).length > 0) return undefined;
  const name = nameOf(source, tag);
  const hint =
    hints.get(isPromise ? "Promise" : name) ??
    (isStream ? hintOfStreams : "convert it to plain data, or add toJSON to its class");
  return {
    value: `#<${name}>`,
    problem: `is ${article(name)} ${name}, which is not data: ${hint}`,
  };
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

/**
 * Reports the loss for an instance whose class declares getters, because getters are the only
 * access to private data.
 */
function withoutGetters(source: object): StandIn | undefined {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(source);
  while (isOfClass(prototype) && names.length <= mostNamed) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (property.get !== undefined && name !== "__proto__" && !Object.hasOwn(source, name))
        // eslint-disable-next-line texts/shortened-texts -- names of fields are not hidden
        names.push(name.slice(0, 40));
    prototype = Object.getPrototypeOf(prototype);
  }
  if (names.length === 0) return undefined;
  const shown = names.slice(0, mostNamed).join(", ");
  const others = names.length > mostNamed ? " and others" : "";
  return {
    value: source,
    isFields: true,
    problem: `is read without the getters of its class (${shown}${others}): add toJSON to the class`,
  };
}

function isOfClass(prototype: unknown): prototype is object {
  return (
    typeof prototype === "object" && prototype !== null && Object.getPrototypeOf(prototype) !== null
  );
}
