// Names in sight. A function has one scope of slots; what it uses of the functions around it is
// captured by value, which is exact because locals never change after they are bound (a loop
// rebinds, it does not mutate).

import type { Site } from "../evaluation/site.ts";
import type { Node } from "./core-tree.ts";

/**
 * A local name: the scope that owns it, and its slot there: 0 is the function itself, -1 the first
 * function of its `letfn`, and so on.
 */
export interface LocalBinding {
  readonly name: string;
  readonly owner: FunctionScope;
  readonly slot: number;
}

/** The slots and captures of one function body while it is analyzed. */
export class FunctionScope {
  /** What it uses of the functions around it; the functions of one `letfn` share the list. */
  readonly captured: LocalBinding[];
  /** Names of the program that hide names of the language, used here or in a function inside. */
  readonly shadowed = new Set<string>();
  slotCount = 1;

  constructor(captured: LocalBinding[] = []) {
    this.captured = captured;
  }

  bind(name: string): LocalBinding {
    return { name, owner: this, slot: this.slotCount++ };
  }

  /** How code of this function reads `binding`. */
  reference(binding: LocalBinding, site: Site): Node {
    if (binding.owner === this) return this.own(binding.slot, site);
    let index = this.captured.indexOf(binding);
    if (index === -1) index = this.captured.push(binding) - 1;
    return { type: "captured", index, site, awaits: false };
  }

  private own(slot: number, site: Site): Node {
    if (slot < 0) return { type: "sibling", index: -slot - 1, site, awaits: false };
    return slot === 0
      ? { type: "self", site, awaits: false }
      : { type: "local", slot, site, awaits: false };
  }
}

/**
 * How many local names may be in sight: bounds the search for one, which a source of a million
 * characters would make quadratic.
 */
export const maximumNames = 1_000;

/** The local names in sight, innermost first. */
export interface Names {
  readonly binding: LocalBinding;
  readonly outer: Names | undefined;
  /** How many names are in sight, itself and hidden ones included. */
  readonly count: number;
}

export function findName(names: Names | undefined, name: string): LocalBinding | undefined {
  for (let current = names; current !== undefined; current = current.outer) {
    if (current.binding.name === name) return current.binding;
  }
  return undefined;
}

/** Where `recur` goes: the slots of the enclosing loop or function. */
export interface RecurTarget {
  readonly kind: "loop" | "fn";
  readonly slots: readonly number[];
  used: boolean;
}

/** What a form is analyzed in. */
export interface Context {
  readonly scope: FunctionScope;
  readonly names: Names | undefined;
  readonly recurTarget: RecurTarget | undefined;
  /** Whether the form is the last thing its loop or function does. */
  readonly isTail: boolean;
  /** What stands between the form and its loop or function, and keeps `recur` from reaching it. */
  readonly barrier?: "try" | "task" | undefined;
}

/** The same context where the value is used further: `recur` cannot stand there. */
export function inner(context: Context): Context {
  return context.isTail ? { ...context, isTail: false } : context;
}

export function withName(context: Context, binding: LocalBinding): Context {
  return {
    ...context,
    names: { binding, outer: context.names, count: (context.names?.count ?? 0) + 1 },
  };
}
