// Counts which builtins occur in programs on which all hosts agree. A builtin that rarely occurs
// has not really been compared.

import { builtinFamilies } from "../../../lisp/src/builtins/library/table.ts";
import { namesOf, type Form } from "./form.ts";

const namespaces = new Map([
  ["str", "clojure.string"],
  ["set", "clojure.set"],
  ["walk", "clojure.walk"],
]);

export class Coverage {
  private readonly counts = new Map<string, number>();

  /** Counts the names of a program on whose value all hosts agree. */
  add(form: Form): void {
    for (const name of new Set(namesOf(form))) {
      const [prefix = "", rest] = name.split("/", 2);
      const namespace = namespaces.get(prefix);
      const full = namespace === undefined || rest === undefined ? name : `${namespace}/${rest}`;
      this.counts.set(full, (this.counts.get(full) ?? 0) + 1);
    }
  }

  /**
   * Reports how many builtins with a counterpart in Clojure were called in at least `least`
   * programs, and which were not.
   */
  report(least: number): string {
    const rows = builtinFamilies
      .flatMap(({ rows: members }) => members)
      .filter(({ clojure }) => clojure !== undefined);
    const rare = rows.filter(
      ({ names }) => names.reduce((sum, name) => sum + (this.counts.get(name) ?? 0), 0) < least,
    );
    const shown = rare.map(({ names }) => names[0]).join(" ");
    return `  builtins with a name of Clojure's in ${String(least)} programs or more: ${String(rows.length - rare.length)} of ${String(rows.length)}${shown === "" ? "" : `; fewer: ${shown}`}`;
  }
}
