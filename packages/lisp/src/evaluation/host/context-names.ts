// Lists the field names of a context, for `data/…`. Programs can read firewalled fields, but
// messages never list them.

import { MapValue, type Value } from "@ptc/core/values";
import { didYouMean } from "@ptc/core/internal/errors";
import { EvaluationError } from "../errors/errors.ts";
import { isObject } from "@ptc/core/internal/host";

/** Names in a message, at most. */
const mostListed = 20;

export class ContextNames {
  private readonly context: object;
  private listedNames: readonly string[] | undefined = undefined;

  constructor(context: object) {
    this.context = context;
  }

  /** Returns the names of a host value, or `undefined` if it has no readable fields. */
  static of(context: unknown = {}): ContextNames | undefined {
    return isObject(context) ? new ContextNames(context) : undefined;
  }

  /** True if `data/name` reads a field, whose name may have underscores instead of hyphens. */
  has(name: string): boolean {
    return this.owns(name) || this.owns(name.replaceAll("-", "_"));
  }

  /** True for a field that a message may list: it exists and isn't firewalled. */
  lists(name: string): boolean {
    return !name.startsWith("_") && this.has(name);
  }

  /** The names that a message may list. Computed once, because programs may ask for many. */
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

/** Returns the field names of a context that already is a language value. */
export function namesOfContext(context: Value): readonly string[] {
  return context instanceof MapValue ? context.keys().filter(isListed) : [];
}

function isListed(name: unknown): name is string {
  return typeof name === "string" && !name.startsWith("_");
}

/** Returns the names as programs write them, or a text for a context without fields. */
export function listedFields(names: readonly string[]): string {
  if (names.length === 0) return "no data was given";
  const listed = names.slice(0, mostListed).map((name) => `data/${name}`);
  return `${listed.join(", ")}${names.length > mostListed ? ", …" : ""}`;
}

/** Returns the message for `data/name` if the context lacks this field. */
export function missingFieldMessage(name: string, names: readonly string[]): string {
  const fields = listedFields(names);
  return `there is no data/${name}; ${names.length === 0 ? fields : `available: ${fields}`}`;
}

/** Returns a suggestion of similar `names`, if there are any. */
export function nearFields(name: string, names: readonly string[]): string | undefined {
  return didYouMean(name, names)?.replaceAll(" `", " `data/");
}

/** Returns the error for `data/name` if the context of the run lacks this field. */
export function missingFieldError(name: string, names: readonly string[]): EvaluationError {
  const near = nearFields(name, names);
  return new EvaluationError("unbound_var", missingFieldMessage(name, names), {
    op: `data/${name}`,
    ...(near === undefined ? {} : { hint: near }),
  });
}
