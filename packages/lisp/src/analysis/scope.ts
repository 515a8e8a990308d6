// Names in scope. A function has one scope of slots. Values from the functions around it are
// captured by value, which is exact because locals never change after they are bound (a loop
// rebinds instead of mutating).

import type { Site } from "../evaluation/site.ts";
import type { Node } from "./core-tree.ts";

/**
 * A local name: the scope that owns it, and its slot there. Slot 0 is the function itself, -1 the
 * first function of its `letfn`, and so on.
 */
export interface LocalBinding {
  readonly name: string;
  readonly owner: FunctionScope;
  readonly slot: number;
}

/** The slots and captures of one function body while it is analyzed. */
export class FunctionScope {
  /**
   * The values it uses from the functions around it. The functions of one `letfn` share the list.
   */
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

  /** Returns the node that reads `binding` in this function. */
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
 * The maximum number of local names in scope. It bounds the search for a name, which would be
 * quadratic in a source of a million characters.
 */
export const maximumNames = 1_000;

/** The local names in scope, innermost first. */
export interface Names {
  readonly binding: LocalBinding;
  readonly outer: Names | undefined;
  /** The number of names in scope, including this one and hidden ones. */
  readonly count: number;
}

export function findName(names: Names | undefined, name: string): LocalBinding | undefined {
  for (let current = names; current !== undefined; current = current.outer) {
    if (current.binding.name === name) return current.binding;
  }
  return undefined;
}

/** The target of `recur`: the slots of the enclosing loop or function. */
export interface RecurTarget {
  readonly kind: "loop" | "fn";
  readonly slots: readonly number[];
  used: boolean;
}

/** The surroundings in which a form is analyzed. */
export interface Context {
  readonly scope: FunctionScope;
  readonly names: Names | undefined;
  readonly recurTarget: RecurTarget | undefined;
  /** True if the form is the last one of its loop or function. */
  readonly isTail: boolean;
  /** The form between this one and its loop or function that `recur` can't cross. */
  readonly barrier?: "try" | "task" | undefined;
}

/** Returns the context for a form whose value is used afterwards, so it can't be a `recur`. */
export function inner(context: Context): Context {
  return context.isTail ? { ...context, isTail: false } : context;
}

export function withName(context: Context, binding: LocalBinding): Context {
  return {
    ...context,
    names: { binding, outer: context.names, count: (context.names?.count ?? 0) + 1 },
  };
}
