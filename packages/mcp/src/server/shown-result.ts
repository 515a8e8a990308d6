// Shows the value of a program or an agent: whole, or as a preview with a handle, under which later
// programs of the session read all of it.

import type { Firewall } from "@ptc/core/firewall";
import type { Value } from "@ptc/core/values";
import { Memory } from "@ptc/lisp";
import { jsonPreview, type StoredResult } from "@ptc/subagent/internal/programs";
import type { Answer } from "./answers.ts";
import type { McpServerLimits } from "./limits.ts";
import { memoryBytes } from "./session-bytes.ts";
import type { KeptResult, SessionState } from "./session-state.ts";

export interface GivenResult {
  readonly value: Value;
  /** The same for the host; undefined if a session can't keep it. */
  readonly stored: StoredResult | undefined;
}

export interface ShownResult {
  /** The state with the result, if it is large. */
  readonly state: SessionState;
  /** Gets the name of the session; undefined if it isn't kept. */
  readonly parts: (session: string | undefined) => Partial<Answer>;
}

/** A collection shows so many elements, of those that there is room for. */
const previewElements = 20;

export function shownResult(
  { value, stored }: GivenResult,
  firewall: Firewall,
  state: SessionState,
  limits: McpServerLimits,
): ShownResult {
  const { valueChars, previewChars } = limits;
  const whole = jsonPreview(value, firewall, { characters: valueChars, elements: valueChars });
  if (whole.isWhole) return { state, parts: () => ({ value: whole.json }) };
  const { json, outline } = jsonPreview(value, firewall, {
    characters: Math.min(previewChars, valueChars),
    elements: previewElements,
  });
  const preview = { preview: json, ...(outline === undefined ? {} : { shape: outline }) };
  const name = `r${String(state.resultCount + 1)}`;
  const results = stored === undefined ? undefined : keptResults(state, name, stored, limits);
  if (results === undefined) return { state, parts: () => ({ ...preview, next: tooLarge }) };
  return {
    state: { ...state, results, resultCount: state.resultCount + 1 },
    parts: (session) =>
      session === undefined
        ? { ...preview, next: tooLarge }
        : {
            ...preview,
            handle: `data/${name}`,
            session,
            next: `Only a part is shown. Programs with session ${JSON.stringify(session)} read all of it as data/${name}.`,
          },
  };
}

const tooLarge =
  "Only a part is shown, and the rest is not kept: return less, such as the rows and fields that " +
  "you need.";

/** Returns the results with a new one and without the oldest, or undefined without room for it. */
function keptResults(
  { memory, results }: SessionState,
  name: string,
  stored: StoredResult,
  { sessionBytes, results: most }: McpServerLimits,
): SessionState["results"] | undefined {
  const bytes = memoryBytes(Memory.from({ value: stored.value }), sessionBytes);
  let room = sessionBytes - memoryBytes(memory, sessionBytes);
  const kept: (readonly [string, KeptResult])[] = [];
  for (const entry of [[name, { ...stored, bytes }] as const, ...[...results].reverse()]) {
    room -= entry[1].bytes;
    if (room < 0 || kept.length >= most) break;
    kept.unshift(entry);
  }
  return kept.length === 0 ? undefined : new Map(kept);
}
