// What a mission takes over from the one that started it. Whoever starts missions from within a
// mission makes one of these; the root has nothing above it.
//
//   root ──tool call──▶ child ──tool call──▶ grandchild      depth 0, 1, 2
//     turns, model calls:  spent below, they are spent above
//     time:                the nearest deadline ends all below it
//     model, registry:     where the child names none

import type { ModelChoice, ModelRegistry } from "../model/resolve-model.ts";
import type { Allowance } from "./allowance.ts";

export interface MissionScope {
  /** The trace of the mission above, and the span in it that started this one. */
  readonly parent?: { readonly traceId: string; readonly spanId?: string };
  /** The run's part of the addresses of effects; default: the mission's own trace id. */
  readonly runId?: string;
  /** Missions above this one. */
  readonly depth: number;
  /** The largest depth that may still run. */
  readonly maxDepth: number;
  /** Turns that the missions above may still spend. */
  readonly turns?: Allowance;
  /** Requests to models, sent again ones included, that all missions together may still make. */
  readonly modelCalls?: Allowance;
  /** When the time of the missions above is over, in milliseconds of `clock.monotonic()`. */
  readonly deadline?: number;
  /** The model of the mission above. */
  readonly llm?: ModelChoice;
  readonly llmRegistry?: ModelRegistry;
}

/** Of a mission that an application starts. */
export const rootScope: MissionScope = { depth: 0, maxDepth: 3 };
