// Adds the turns that texts cost, over all runs, and picks the most expensive text of each kind.

import type { EvalResult, TextCost } from "../results/eval-result.ts";
import type { RunReference, TextHint } from "./eval-report.ts";
import { referenceTo } from "./variant-tally.ts";

/** Texts that differ, such as by a name, are counted up to this number. */
const mostTexts = 2_000;
const kinds: readonly TextCost["kind"][] = ["prompt", "error", "tool"];

interface HintCounts extends TextCost {
  turns: number;
  runs: number;
  readonly example: RunReference;
}

/** The texts that cost turns. */
export class TextHints {
  private readonly texts = new Map<string, HintCounts>();
  private failedTurns = 0;

  add(result: EvalResult): void {
    for (const { kind, text, turns } of result.textCosts ?? []) {
      // Each failed turn has one error message.
      if (kind === "error") this.failedTurns += turns;
      const key = `${kind} ${text}`;
      const known = this.texts.get(key);
      if (known !== undefined) {
        known.turns += turns;
        known.runs += 1;
      } else if (this.texts.size < mostTexts)
        this.texts.set(key, { kind, text, turns, runs: 1, example: referenceTo(result) });
    }
  }

  /** Returns the text of each kind that cost most turns. Kinds without one are omitted. */
  report(): readonly TextHint[] {
    return kinds.flatMap((kind) => {
      const [first] = [...this.texts.values()]
        .filter((counts) => counts.kind === kind)
        .sort((left, right) => right.turns - left.turns);
      return first === undefined
        ? []
        : [{ ...first, share: Math.min(1, first.turns / Math.max(1, this.failedTurns)) }];
    });
  }
}
