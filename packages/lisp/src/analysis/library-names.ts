// Names that a program gave to libraries by `ns`, `require` and `use`, and where it says them.

import type { Rename } from "./core-tree.ts";
import { symbolText, type SymbolForm } from "./form-tools.ts";

export class LibraryNames {
  private readonly aliases = new Map<string, string>();
  private readonly referred = new Map<
    string,
    { readonly library: string; readonly name: string }
  >();
  private readonly renamed = new Map<number, Rename>();

  /** `alias/x` means `x` of the library. */
  alias(alias: string, library: string): void {
    this.aliases.set(alias, library);
  }

  /** `name` means a name of the library, which is spelled the same unless another is given. */
  refer(name: string, library: string, nameThere = name): void {
    this.referred.set(name, { library, name: nameThere });
  }

  /** The symbol in full, where the program gave it a meaning. */
  meant(form: SymbolForm): SymbolForm {
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
    // What was rewritten from other forms may have the span of all of them, and is no name there.
    if (end - start === symbolText(form).length)
      this.renamed.set(start, { start, end, name: symbolText(full) });
    return full;
  }

  /** Where names stand that were given a meaning, in the order of the source. */
  get renames(): readonly Rename[] {
    return [...this.renamed.values()].sort((left, right) => left.start - right.start);
  }
}
