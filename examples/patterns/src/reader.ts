// The agent that reads a part of a log. It answers without a program, because prose is read, not
// computed.

import { defineAgent } from "@ptc/subagent";
import { chunkLines } from "@ptc/subagent/text";
import type { Log } from "./logs.ts";

export const reader = defineAgent({
  name: "reader",
  mode: "text",
  prompt: `List what leaked by this part of a plant's log, and which earlier entries it corrects. Litres as a number, a dozen is 12.{{#failed}}
Another model was asked before, and its answer was refused: {{failed}}{{/failed}}

{{part}}`,
  signature:
    "(part :string, failed :string?) -> {leaks [{entry :int, pump :string, litres :int}], corrections [{entry :int, litres :int}]}",
  maxTurns: 1,
  retryTurns: 1,
});

/** The findings of the reader in a part. */
export interface Findings {
  readonly leaks: readonly {
    readonly entry: number;
    readonly pump: string;
    readonly litres: number;
  }[];
  readonly corrections: readonly { readonly entry: number; readonly litres: number }[];
}

export interface Part {
  readonly plant: string;
  readonly text: string;
}

/** Returns the parts of the logs; an entry at a cut is in both parts. */
export function partsOf(logs: readonly Pick<Log, "plant" | "text">[]): readonly Part[] {
  return logs.flatMap(({ plant, text }) =>
    chunkLines(text, 16, { overlap: 2 }).map((chunk) => ({ plant, text: chunk.text })),
  );
}
