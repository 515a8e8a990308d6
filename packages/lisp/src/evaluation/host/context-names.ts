// The names of the fields of a context, for `data/…`. Firewalled fields can be read, but no message
// lists them.

import { MapValue, type Value } from "@ptc/core/values";
import { didYouMean } from "@ptc/core/errors";
import { EvaluationError } from "../errors/errors.ts";
import { isObject } from "./is-object.ts";

/** How many names a message lists. */
const mostListed = 20;

export class ContextNames {
  private readonly context: object;
  private listedNames: readonly string[] | undefined = undefined;

  constructor(context: object) {
    this.context = context;
  }

  /** The names of what a host gave; `undefined` where it has no fields that could be read. */
  static of(context: unknown = {}): ContextNames | undefined {
    return isObject(context) ? new ContextNames(context) : undefined;
  }

  /** Whether `data/name` reads a field, which may be spelled with underscores for hyphens. */
  has(name: string): boolean {
    return this.owns(name) || this.owns(name.replaceAll("-", "_"));
  }

  /** True for a field that a message may list: it exists and isn't firewalled. */
  lists(name: string): boolean {
    return !name.startsWith("_") && this.has(name);
  }

  /** The names that a message may list; computed once, because a program may ask for many. */
  get names(): readonly string[] {
    const { context } = this;
    return (this.listedNames ??= Array.from<unknown>(
      context instanceof Map ? context.keys() : Object.keys(context),
    ).filter(isListed));
  }

  private owns(name: string): boolean {
    const { context } = this;
    return context instanceof Map ? context.has(name) : Object.hasOwn(context, name);
  }
}

/** The names of the fields of a context that is a value of the language already. */
export function namesOfContext(context: Value): readonly string[] {
  return context instanceof MapValue ? context.keys().filter(isListed) : [];
}

function isListed(name: unknown): name is string {
  return typeof name === "string" && !name.startsWith("_");
}

/** The names as a program writes them, or that there are none. */
export function listedFields(names: readonly string[]): string {
  if (names.length === 0) return "no data was given";
  const listed = names.slice(0, mostListed).map((name) => `data/${name}`);
  return `${listed.join(", ")}${names.length > mostListed ? ", …" : ""}`;
}

/** What is said of `data/name` that the context lacks. */
export function missingFieldMessage(name: string, names: readonly string[]): string {
  const fields = listedFields(names);
  return `there is no data/${name}; ${names.length === 0 ? fields : `there is ${fields}`}`;
}

/** Which of `names` may have been meant. */
export function nearFields(name: string, names: readonly string[]): string | undefined {
  return didYouMean(name, names)?.replaceAll(" `", " `data/");
}

/** The error for `data/name` that the context of the run lacks. */
export function missingFieldError(name: string, names: readonly string[]): EvaluationError {
  const near = nearFields(name, names);
  return new EvaluationError("unbound_var", missingFieldMessage(name, names), {
    op: `data/${name}`,
    ...(near === undefined ? {} : { hint: near }),
  });
}
