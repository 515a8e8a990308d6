// The state with which a pass of a mission begins.

import type { CheckpointInputs, DecidedCall, Digests } from "@ptc/lisp/internal/waiting";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { Fork } from "./mission-checkpoint.ts";
import type { MissionLines } from "./mission-lines.ts";

/** The state with which a pass begins. */
export interface Beginning {
  /** The first part of the ids of calls. */
  readonly runId: string;
  readonly seed: string;
  readonly lines: MissionLines;
  readonly pending: ReadonlyMap<string, DecidedCall>;
  readonly salt: string | undefined;
  readonly digests: Digests;
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  readonly entries: MissionCheckpoint["entries"];
  readonly forks: readonly Fork[];
  readonly warnings: readonly string[];
  /** The digests of the inputs, if they are known. */
  readonly inputs: CheckpointInputs | undefined;
}
