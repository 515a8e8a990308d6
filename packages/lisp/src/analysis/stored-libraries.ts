// The libraries that the source of a stored function names. They are looked up when it runs, see
// functions/library-reference.ts.

import type { Form } from "@ptc/parser";
import { LibraryReading, LibraryReference } from "../functions/library-reference.ts";
import type { Analysis } from "./analysis.ts";
import type { Node } from "./core-tree.ts";
import type { ListForm, SymbolForm } from "./form-tools.ts";
import type { KnownLibraries } from "./analysis.ts";
import type { LibraryVersions, UsedLibraries } from "../evaluation/library.ts";
import { NamedLibraries } from "./named-libraries.ts";
import { inner, type Context } from "./scope.ts";

export class StoredLibraries implements KnownLibraries {
  readonly used: UsedLibraries;
  private readonly hashes: ReadonlyMap<string, string>;

  constructor(versions: LibraryVersions) {
    this.used = new NamedLibraries(versions);
    this.hashes = new Map(Object.entries(versions));
  }

  get names(): readonly string[] {
    return [...this.hashes.keys()];
  }

  requireLibrary(library: string): boolean {
    return this.hashes.has(library);
  }

  members(): undefined {
    return undefined;
  }

  mistake(): undefined {
    return undefined;
  }

  value(analysis: Analysis, form: SymbolForm): Node | undefined {
    const hash = this.hashes.get(form.namespace ?? "");
    if (hash === undefined) return undefined;
    const reading = new LibraryReading(form.namespace ?? "", form.name, hash);
    const site = analysis.site(form.span, reading.name);
    const callee: Node = { type: "constant", value: reading, site, awaits: false };
    return { type: "call", callee, args: [], site, awaits: true };
  }

  call(
    analysis: Analysis,
    form: ListForm,
    head: SymbolForm,
    args: readonly Form[],
    context: Context,
  ): Node | undefined {
    const hash = this.hashes.get(head.namespace ?? "");
    if (hash === undefined) return undefined;
    const reference = new LibraryReference(head.namespace ?? "", head.name, hash);
    const site = analysis.site(form.span, reference.name);
    const callee: Node = { type: "constant", value: reference, site, awaits: false };
    const nodes = args.map((arg) => analysis.analyze(arg, inner(context)));
    return { type: "call", callee, args: nodes, site, awaits: true };
  }
}

/** Reads the versions in the JSON of a function; undefined without any. */
export function versionsIn(json: unknown): LibraryVersions | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const versions = Object.entries(json).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return versions.length === 0 ? undefined : Object.fromEntries(versions);
}
