// Resolves the names of types in a syntax tree and refuses duplicate names. Reports only the first
// mistake. After a mistake it continues with `:any`, so it needs no exceptions.

import { shortened } from "@ptc/core/internal/printing";
import { nearestNames } from "@ptc/core/internal/errors";
import { hostFieldName, isFirewalledName } from "@ptc/core/internal/values";
import type { Definition, Field, ReferenceType, Signature, Type } from "../model.ts";
import type { Mistake } from "../signature-error.ts";
import { kindsByName, knownTypeFor } from "../type-names.ts";
import { maximumBranches, unionOf } from "../union-of.ts";
import type {
  BranchSyntax,
  FieldSyntax,
  NameSyntax,
  SignatureSyntax,
  TypeSyntax,
} from "./syntax-tree.ts";

export type ResolveResult =
  | { readonly ok: true; readonly signature: Signature }
  | { readonly ok: false; readonly mistake: Mistake };

/**
 * The maximum nesting of lists and maps, with names replaced by their types. Validation recurses
 * along the type, so this bounds it too.
 */
export const maximumDepth = 100;
/**
 * The maximum number of types in a signature with every name written out, as in an example.
 * Otherwise each definition that uses another one twice could double the size.
 */
export const maximumTypes = 100_000;

export function resolveSignature(syntax: SignatureSyntax, text: string): ResolveResult {
  const resolver = new Resolver();
  const definitions = syntax.definitions.map((definition) => resolver.definition(definition));
  const parameters = resolver.fields(syntax.parameters, "parameter");
  const output = resolver.type(syntax.output);
  if (resolver.mistake !== undefined) return { ok: false, mistake: resolver.mistake };
  return { ok: true, signature: { definitions, parameters, output, text } };
}

/** The size of a type with every name in it written out. */
interface Extent {
  readonly depth: number;
  readonly types: number;
}

interface DefinedType {
  readonly reference: ReferenceType;
  readonly extent: Extent;
}

class Resolver {
  mistake: Mistake | undefined;
  private readonly defined = new Map<string, DefinedType>();
  /**
   * The levels around the type being resolved, the deepest level so far, and the number of types
   * so far.
   */
  private depth = 0;
  private deepest = 0;
  private types = 0;

  definition({ name, type: syntax, description }: FieldSyntax): Definition {
    if (!/^[A-Z]/u.test(name.text))
      this.report({
        offset: name.start,
        problem: `the name of a type starts with a capital letter, got ${name.text}`,
        hint: `write ${capitalised(name.text)}`,
      });
    else if (this.defined.has(name.text))
      this.report({
        offset: name.start,
        problem: `the type ${name.text} is defined twice`,
        hint: "rename or remove one of them",
      });
    const typesBefore = this.types;
    this.deepest = 0;
    const type = this.type(syntax);
    this.defined.set(name.text, {
      reference: { kind: "reference", name: name.text, type },
      extent: { depth: this.deepest, types: this.types - typesBefore },
    });
    return { name: name.text, type, ...described(description) };
  }

  fields(fields: readonly FieldSyntax[], role: "parameter" | "field"): Field[] {
    const taken = new Map<string, string>();
    return fields.map(({ name, type, description }) => {
      this.claim(name, role, taken);
      const optional = type.mark === "optional";
      return {
        name: name.text,
        type: optional ? this.unmarked(type) : this.type(type),
        optional,
        firewalled: isFirewalledName(name.text),
        ...described(description),
      };
    });
  }

  /** Resolves a type with its mark. For a field, the mark `?` belongs to the field instead. */
  type(syntax: TypeSyntax): Type {
    const type = this.unmarked(syntax);
    return syntax.mark === undefined ? type : { kind: "nilable", type };
  }

  private unmarked({ branches, start }: TypeSyntax): Type {
    const [only] = branches;
    if (only !== undefined && branches.length === 1) return this.branch(only);
    if (branches.length > maximumBranches)
      this.report({
        offset: start,
        problem: `the union has more than ${String(maximumBranches)} types`,
        hint: "use :any, or an enum such as #{open closed} for texts",
      });
    this.types += 1;
    return this.inside(() => unionOf(branches.map((branch) => this.branch(branch))));
  }

  private branch(syntax: BranchSyntax): Type {
    this.types += 1;
    switch (syntax.form) {
      case "named":
        return this.named(syntax.name);
      case "enum":
        return this.enum(syntax.values, syntax.start);
      case "bool":
        return { kind: "constant", value: syntax.value };
      case "number":
        return this.number(syntax.text, syntax.start);
      case "list":
        return { kind: "list", element: this.inside(() => this.type(syntax.element)) };
      case "map":
        return { kind: "map", fields: this.inside(() => this.fields(syntax.fields, "field")) };
    }
  }

  private number(text: string, start: number): Type {
    const value = Number(text);
    if (String(value) !== text)
      this.report({
        offset: start,
        problem: `the number ${shortened(text, 40)} is not written in its shortest form`,
        hint: "write it as in 1 or -2.5",
      });
    return { kind: "constant", value };
  }

  private inside<Part>(resolve: () => Part): Part {
    this.depth += 1;
    this.deepest = Math.max(this.deepest, this.depth);
    const part = resolve();
    this.depth -= 1;
    return part;
  }

  private named(name: NameSyntax): Type {
    const kind = kindsByName.get(name.text);
    if (kind !== undefined) return { kind };
    const defined = this.defined.get(name.text);
    if (defined !== undefined) return this.referred(name, defined);
    const near = nearestNames(name.text.slice(0, 64), this.defined.keys(), 1)[0];
    this.report({
      offset: name.start,
      problem: `unknown type :${name.text}`,
      hint: near === undefined ? unknownHint(name.text) : `write :${near}`,
    });
    return { kind: "any" };
  }

  private referred(name: NameSyntax, { reference, extent }: DefinedType): Type {
    this.types += extent.types;
    this.deepest = Math.max(this.deepest, this.depth + extent.depth);
    if (this.deepest > maximumDepth)
      this.report({
        offset: name.start,
        problem: `types are nested more than ${String(maximumDepth)} levels deep`,
        hint: "use :map or :any for deeper types",
      });
    if (this.types > maximumTypes)
      this.report({
        offset: name.start,
        problem: `the signature has more than ${String(maximumTypes)} types after its names are expanded`,
        hint: "use :map or :any for a part of it",
      });
    return reference;
  }

  private enum(values: readonly NameSyntax[], start: number): Type {
    const taken = new Set<string>();
    for (const value of values) {
      if (taken.has(value.text))
        this.report({
          offset: value.start,
          problem: "a value of the enum appears twice",
          hint: "remove one of them",
        });
      taken.add(value.text);
    }
    if (taken.size === 0)
      this.report({
        offset: start,
        problem: "the enum has no values",
        hint: "write them as in #{open closed}, or :string for any text",
      });
    return { kind: "enum", values: [...taken] };
  }

  /**
   * Claims a name, which must be unused. A program may write `due_date` as `due-date`, so these
   * are the same name.
   */
  private claim(name: NameSyntax, role: string, taken: Map<string, string>): void {
    const spelling = hostFieldName(name.text);
    const earlier = taken.get(spelling);
    taken.set(spelling, name.text);
    if (earlier === undefined) return;
    const problem =
      earlier === name.text
        ? `the ${role} ${name.text} appears twice`
        : `the ${role}s ${earlier} and ${name.text} are the same name in a program`;
    this.report({ offset: name.start, problem, hint: "rename or remove one of them" });
  }

  private report(mistake: Mistake): void {
    this.mistake ??= mistake;
  }
}

function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}

function capitalised(name: string): string {
  const letters = name.replace(/^_+/u, "");
  return letters === ""
    ? "a name such as Order"
    : letters.charAt(0).toUpperCase() + letters.slice(1);
}

/**
 * Returns the hint for an unknown name. With a capital letter, it may be meant as a type that is
 * not defined yet.
 */
function unknownHint(name: string): string {
  const known = knownTypeFor(name);
  return /^[A-Z]/u.test(name) && known.startsWith("one of")
    ? `define it before it is used, as in type ${shortened(name, 40)} {id :int}, or write ${known}`
    : `write ${known}`;
}
