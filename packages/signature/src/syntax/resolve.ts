// From syntax to a signature: type names get their meaning, names used twice are refused. The first mistake in the
// order of the text is reported; what follows it is still walked, as `:any`, which keeps this free of exceptions.

import { hostFieldName } from "@ptc/core/values";
import { isFirewalledName } from "@ptc/core/values";
import type { Field, Signature, Type } from "../model.ts";
import type { Mistake } from "../signature-error.ts";
import { kindsByName, knownTypeFor } from "../type-names.ts";
import type { FieldSyntax, NameSyntax, SignatureSyntax, TypeSyntax } from "./syntax-tree.ts";

export type ResolveResult = { readonly ok: true; readonly signature: Signature } | { readonly ok: false; readonly mistake: Mistake };

export function resolveSignature(syntax: SignatureSyntax, text: string): ResolveResult {
  const resolver = new Resolver();
  const parameters = resolver.fields(syntax.parameters, "parameter");
  const output = resolver.type(syntax.output);
  if (resolver.mistake !== undefined) return { ok: false, mistake: resolver.mistake };
  return { ok: true, signature: { parameters, output, text } };
}

class Resolver {
  mistake: Mistake | undefined;

  fields(fields: readonly FieldSyntax[], role: "parameter" | "field"): Field[] {
    const taken = new Map<string, string>();
    return fields.map(({ name, type }) => {
      this.claim(name, role, taken);
      return { name: name.text, type: this.unmarked(type), optional: type.marked, firewalled: isFirewalledName(name.text) };
    });
  }

  /** The type with its `?`; of a field, the mark belongs to the field instead. */
  type(syntax: TypeSyntax): Type {
    const type = this.unmarked(syntax);
    return syntax.marked ? { kind: "nilable", type } : type;
  }

  private unmarked(syntax: TypeSyntax): Type {
    switch (syntax.form) {
      case "named":
        return this.named(syntax.name);
      case "list":
        return { kind: "list", element: this.type(syntax.element) };
      case "map":
        return { kind: "map", fields: this.fields(syntax.fields, "field") };
    }
  }

  private named(name: NameSyntax): Type {
    const kind = kindsByName.get(name.text);
    if (kind !== undefined) return { kind };
    this.report({ offset: name.start, problem: `unknown type :${name.text}`, hint: `write ${knownTypeFor(name.text)}` });
    return { kind: "any" };
  }

  /** A program may spell `due_date` as `due-date`, so the two are one name. */
  private claim(name: NameSyntax, role: string, taken: Map<string, string>): void {
    const spelling = hostFieldName(name.text);
    const earlier = taken.get(spelling);
    taken.set(spelling, name.text);
    if (earlier === undefined) return;
    const problem = earlier === name.text ? `the ${role} ${name.text} appears twice` : `the ${role}s ${earlier} and ${name.text} are one name to a program`;
    this.report({ offset: name.start, problem, hint: "rename or remove one of them" });
  }

  private report(mistake: Mistake): void {
    this.mistake ??= mistake;
  }
}
