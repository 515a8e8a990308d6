// Lists the field names of a context, for `data/…`. Programs can read firewalled fields, but
// messages never list them.

import { MapValue, type Value } from "@ptc/core/values";
import { isObject } from "@ptc/core/internal/host";

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
