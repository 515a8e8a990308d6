// The code that finds the origins of arguments. It repeats runs, so the evaluator passes its parts
// to it, and says here how it loads.

import type { Tool, Tools } from "@ptc/core/contracts";
import type { Provenance } from "../options/provenance.ts";
import type { changedTools } from "../policy/changed-tools.ts";
import type { CheckedPolicy } from "../policy/checked-policy.ts";
import type { CallOrigins } from "../policy/policy-gate.ts";
import type { Recording } from "./waiting-run.ts";

/** The origins of one run. */
export interface RecordedOrigins extends CallOrigins {
  /** Returns tools whose real calls are counted. */
  counted(tools: Tools): Tools;
  readonly recording: Recording;
}

/** Returns the origins of a new run. @throws OptionError */
export type CreateOrigins = (option: Provenance, given: PolicyOfOrigins) => RecordedOrigins;

/** The policy that reads the origins of a run, and functions of higher layers. */
export interface PolicyOfOrigins {
  readonly policy: CheckedPolicy;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly changedTools: typeof changedTools;
  /** Returns the same text for the same arguments. @throws for arguments that aren't data */
  readonly textOf: (args: unknown) => string;
}

/** Loads the code; undefined until the evaluator is loaded. */
export const originsLoader: { load?: () => Promise<CreateOrigins> } = {};
