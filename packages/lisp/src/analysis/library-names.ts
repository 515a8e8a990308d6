// The names that a program gave to libraries by `ns`, `require` and `use`, and where it uses them.

import type { Rename } from "./core-tree.ts";
import { symbolText, type SymbolForm } from "./form-tools.ts";

export class LibraryNames {
  private readonly aliases = new Map<string, string>();
  private readonly referred = new Map<
    string,
    { readonly library: string; readonly name: string }
  >();
  private readonly renamed = new Map<number, Rename>();

  /** Makes `alias/x` mean `x` of the library. */
  alias(alias: string, library: string): void {
    this.aliases.set(alias, library);
  }

  /** Makes `name` mean a name of the library, which is `nameThere` if the two differ. */
  refer(name: string, library: string, nameThere = name): void {
    this.referred.set(name, { library, name: nameThere });
  }

  /**
   * Returns the full symbol for one that the program gave a meaning, and any other symbol
   * unchanged. With `mayBeAlias`, an alias means the name of its library.
   */
  meant(form: SymbolForm, mayBeAlias = false): SymbolForm {
    const aliased = mayBeAlias ? this.aliases.get(symbolText(form)) : undefined;
    if (aliased !== undefined) return { type: "symbol", name: aliased, span: form.span };
    const referred = form.namespace === undefined ? this.referred.get(form.name) : undefined;
    const library =
      form.namespace === undefined ? referred?.library : this.aliases.get(form.namespace);
    if (library === undefined || library === form.namespace) return form;
    const full: SymbolForm = {
      type: "symbol",
      namespace: library,
      name: referred?.name ?? form.name,
      span: form.span,
    };
    const { start, end } = form.span;
    // A form made by a rewrite may have the span of its parts, so the text there isn't this name.
    if (end - start === symbolText(form).length)
      this.renamed.set(start, { start, end, name: symbolText(full) });
    return full;
  }

  /** The locations of names that were given a meaning, in the order of the source. */
  get renames(): readonly Rename[] {
    return [...this.renamed.values()].sort((left, right) => left.start - right.start);
  }
}
