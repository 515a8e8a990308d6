// The state before and after each turn, from the changes that traces list.

import type { TraceChange } from "@ptc/core/contracts";
import { presentFields } from "@ptc/core/internal/host";
import type { ChangeView } from "./run-view.ts";
import type { TextTable } from "./text-table.ts";

const mostUnchanged = 200;

/** The state of one mission: the text of each name before the current turn. */
export class ChangeViews {
  private readonly known = new Map<string, string>();
  private readonly texts: TextTable;

  constructor(texts: TextTable) {
    this.texts = texts;
  }

  view(changes: readonly TraceChange[] = []): readonly ChangeView[] {
    return changes.map((change) => {
      const name = this.texts.line(change.name, 200);
      const before = this.known.get(name);
      const after = change.text === undefined ? undefined : this.texts.message(change.text);
      if (after === undefined) this.known.delete(name);
      else this.known.set(name, after);
      return { name, ...presentFields({ before, after }) };
    });
  }

  /** Returns names without a change in `changes`. */
  unchanged(changes: readonly ChangeView[]): readonly string[] {
    const changed = new Set(changes.map(({ name }) => name));
    return [...this.known.keys()].filter((name) => !changed.has(name)).slice(0, mostUnchanged);
  }
}
