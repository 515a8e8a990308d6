// A definition of a library, and what it may reach.

import type { Value } from "@ptc/core/values";
import type { Span } from "@ptc/parser";
import type { LibraryVersions } from "../evaluation/library.ts";

/** The numbers of arguments that a function takes. */
export interface Arities {
  readonly counts: ReadonlySet<number>;
  /** The least number of arguments for a rest parameter. */
  readonly atLeast: number | undefined;
}

/** The effects that a definition may have. */
export interface Reach {
  readonly tools: ReadonlySet<string>;
  readonly hasEffects: boolean;
}

/** A definition of a library. The analysis of the library fills it in. */
export class Member {
  readonly library: string;
  readonly name: string;
  readonly kind: "function" | "constant";
  isPrivate: boolean;
  span: Span;
  arglists: readonly string[] = [];
  doc: string | undefined = undefined;
  /** Known once the function is analyzed. */
  arities: Arities | undefined = undefined;
  /** A closure, or the value of a constant once it is computed. */
  value: Value | undefined = undefined;
  /** True once its definition, not only its declaration, was read. */
  isDefined = false;
  /** The tools that its own text names. */
  readonly tools = new Set<string>();
  hasEffects = false;
  /** The definitions of libraries that its text names. */
  readonly uses = new Set<Member>();
  /**
   * The calls of library functions inside a call of it, if none of them waits; otherwise undefined.
   */
  immediateCalls: number | undefined = undefined;
  private known: Reach | undefined = undefined;

  constructor(
    library: string,
    name: string,
    {
      kind,
      isPrivate,
      span,
    }: { readonly kind: Member["kind"]; readonly isPrivate: boolean; readonly span: Span },
  ) {
    this.library = library;
    this.name = name;
    this.kind = kind;
    this.isPrivate = isPrivate;
    this.span = span;
  }

  /** Completes a declared function, which others may refer to already. */
  definedAt(span: Span, isPrivate: boolean): this {
    this.span = span;
    this.isPrivate = isPrivate;
    return this;
  }

  get fullName(): string {
    return `${this.library}/${this.name}`;
  }

  /** What it reaches through all definitions that it uses. Call it once the library is analyzed. */
  get reach(): Reach {
    return (this.known ??= this.computedReach());
  }

  /** Like `reach`, for a library that is still being analyzed. */
  computedReach(): Reach {
    const tools = new Set<string>();
    let hasEffects = false;
    for (const member of this.reachable()) {
      hasEffects ||= member.hasEffects;
      for (const tool of member.tools) tools.add(tool);
    }
    return { tools, hasEffects };
  }

  /** This definition and all that it uses, directly or through others. */
  reachable(): ReadonlySet<Member> {
    const found = new Set<Member>([this]);
    // A set visits the elements that are added during the iteration.
    for (const member of found) for (const used of member.uses) found.add(used);
    return found;
  }
}

/** A library whose definitions are known, as other sources see it. */
export interface LinkedLibrary {
  readonly name: string;
  readonly hash: string;
  readonly members: ReadonlyMap<string, Member>;
}

/** Returns the names that other sources may use. */
export function publicNames({ members }: LinkedLibrary): readonly string[] {
  return [...members.values()].filter(({ isPrivate }) => !isPrivate).map(({ name }) => name);
}

/** Returns the hashes of libraries by their names, or undefined for none. */
export function versionsOf(libraries: Iterable<LinkedLibrary>): LibraryVersions | undefined {
  const versions = Array.from(libraries, ({ name, hash }): [string, string] => [name, hash]);
  return versions.length === 0 ? undefined : Object.fromEntries(versions);
}
