// The libraries as the analysis of one source sees them: a program, or another library. Functions
// become constants of the source, so a call costs what a call of its own function costs.

import type { Form, Span } from "@ptc/parser";
import type { Analysis } from "../analysis/analysis.ts";
import { invalidForm, wrongArity, type AnalysisError } from "../analysis/analysis-error.ts";
import type { Node } from "../analysis/core-tree.ts";
import { symbolText, type ListForm, type SymbolForm } from "../analysis/form-tools.ts";
import type { KnownLibraries } from "../analysis/analysis.ts";
import { namedLibraries } from "../analysis/named-libraries.ts";
import type { UsedLibraries } from "../evaluation/library.ts";
import { inner, type Context } from "../analysis/scope.ts";
import { unknownMember, unknownTool, usedTooEarly } from "../analysis/unknown-names.ts";
import { arityText, callForms } from "./call-forms.ts";
import { publicNames, versionsOf, type LinkedLibrary, type Member } from "./member.ts";

/** The library that is being analyzed. */
export interface OwnLibrary {
  readonly library: LinkedLibrary;
  /** The definition that is being analyzed. */
  readonly current: Member | undefined;
}

export class LibraryView implements KnownLibraries {
  private readonly linked: ReadonlyMap<string, LinkedLibrary>;
  private readonly own: OwnLibrary | undefined;
  private readonly found = new Set<LinkedLibrary>();
  readonly names: readonly string[];

  /** `names` are those of all libraries, also of those that aren't linked yet. */
  constructor(
    linked: ReadonlyMap<string, LinkedLibrary>,
    names: readonly string[],
    own?: OwnLibrary,
  ) {
    this.linked = linked;
    this.names = names;
    this.own = own;
  }

  get used(): UsedLibraries | undefined {
    const { own, found } = this;
    return namedLibraries(versionsOf(own === undefined ? found : [own.library, ...found]));
  }

  requireLibrary(name: string): boolean {
    const library = this.linked.get(name);
    if (library !== undefined) this.found.add(library);
    return library !== undefined;
  }

  members(name: string): readonly string[] | undefined {
    const library = this.linked.get(name);
    return library && publicNames(library);
  }

  value(analysis: Analysis, form: SymbolForm): Node | undefined {
    const member = this.find(form);
    return member && this.reference(analysis, member, form.span);
  }

  call(
    analysis: Analysis,
    form: ListForm,
    head: SymbolForm,
    args: readonly Form[],
    context: Context,
  ): Node | undefined {
    const member = this.find(head);
    if (member === undefined) return undefined;
    const { arities, fullName } = member;
    if (arities !== undefined && !accepts(member, args.length))
      return analysis.report(
        wrongArity(fullName, arityText(arities), args.length, form.span, callForms(member)),
      );
    const callee = this.reference(analysis, member, head.span);
    const nodes = args.map((arg) => analysis.analyze(arg, inner(context)));
    const { immediateCalls } = member;
    if (immediateCalls !== undefined) analysis.immediate.calls += 1 + immediateCalls;
    return {
      type: "call",
      callee,
      args: nodes,
      site: analysis.site(form.span, fullName),
      awaits: immediateCalls === undefined || nodes.some((node) => node.awaits),
    };
  }

  mistake(form: SymbolForm): AnalysisError | undefined {
    const { namespace = "", name, span } = form;
    const { own } = this;
    if (!this.names.includes(namespace)) return undefined;
    const library = namespace === own?.library.name ? own.library : this.linked.get(namespace);
    if (library === undefined || (own !== undefined && !this.isVisible(library)))
      return invalidForm(
        symbolText(form),
        `the library ${own?.library.name ?? ""} doesn't require ${namespace}`,
        span,
        `begin it with (ns ${own?.library.name ?? ""} (:require [${namespace}]))`,
      );
    const member = library.members.get(name);
    return member?.isPrivate === true && library !== own?.library
      ? {
          reason: "analysis_error",
          kind: "unbound_var",
          message: `${symbolText(form)} is private to the library ${namespace}`,
          span,
          op: symbolText(form),
        }
      : unknownMember(namespace, name, span, publicNames(library));
  }

  private isVisible(library: LinkedLibrary): boolean {
    return this.found.has(library) || library === this.own?.library;
  }

  /** A program may use a library by its full name without a `require`, a library may not. */
  private find({ namespace = "", name }: SymbolForm): Member | undefined {
    const { own } = this;
    if (namespace === own?.library.name) return own.library.members.get(name);
    const library = this.linked.get(namespace);
    if (library === undefined || (own !== undefined && !this.found.has(library))) return undefined;
    const member = library.members.get(name);
    if (member === undefined || member.isPrivate) return undefined;
    this.found.add(library);
    return member;
  }

  /** Returns the node of a definition, and notes what it may reach. */
  private reference(analysis: Analysis, member: Member, span: Span): Node {
    const { own } = this;
    own?.current?.uses.add(member);
    if (member.library !== own?.library.name) this.noteReach(analysis, member, span);
    if (member.value === undefined) return analysis.report(usedTooEarly(member.name, span));
    const site = analysis.site(span, member.fullName);
    return { type: "constant", value: member.value, site, awaits: false };
  }

  /** The tools of a program are known, so it reports those that its functions lack. */
  private noteReach(analysis: Analysis, { reach, fullName }: Member, span: Span): void {
    if (reach.hasEffects) analysis.hasEffects = true;
    if (this.own !== undefined) return;
    for (const tool of reach.tools) {
      if (analysis.findTool(tool) !== undefined) continue;
      const error = unknownTool(tool, span, analysis.toolNames);
      analysis.report({
        ...error,
        message: `${fullName} calls tool/${tool}, but ${error.message}`,
      });
    }
  }
}

function accepts({ arities }: Member, count: number): boolean {
  return (
    arities === undefined ||
    arities.counts.has(count) ||
    (arities.atLeast !== undefined && count >= arities.atLeast)
  );
}
