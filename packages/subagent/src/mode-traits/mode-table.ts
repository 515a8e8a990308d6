// The modes: the ways in which a model answers a mission. The type of the option `mode`, its check
// and all traits come from this table. Code outside `modes/` reads traits and never compares names,
// and the lint rule `mode-names` enforces that. `modes/mode-of.ts` joins each row with its code.

import type { Exposure } from "@ptc/core/contracts";

/**
 * What completes a mission: the value of a program, or an answer that the model writes itself and
 * that may use the values of programs.
 */
export type Answerer = "program" | "model";

/** The traits of a mode that other parts of the package depend on. */
export interface ModeTraits {
  /** Who calls tools: programs, the model itself by native tool calls, or both. */
  readonly callers: Exposure;
  /** Who may call a tool without the option `expose`. */
  readonly defaultExposure: Exposure;
  /** Where the model writes programs: in the text of its answers, or in calls of `lisp_eval`. */
  readonly programsIn: "text" | "calls" | "nowhere";
  readonly answerer: Answerer;
}

const modeTable = {
  /** The model writes one program in the text of each answer. Works with any model. */
  program: {
    callers: "program",
    defaultExposure: "program",
    programsIn: "text",
    answerer: "program",
  },
  /** The model passes programs in calls of the native tool `lisp_eval`. */
  "program-call": {
    callers: "program",
    defaultExposure: "program",
    programsIn: "calls",
    answerer: "program",
  },
  /** The model answers with text or JSON, and calls the tools natively if there are any. */
  text: {
    callers: "native",
    defaultExposure: "native",
    programsIn: "nowhere",
    answerer: "model",
  },
  /** The model calls tools natively, runs programs with `lisp_eval`, and answers as in `text`. */
  combined: {
    callers: "both",
    defaultExposure: "native",
    programsIn: "calls",
    answerer: "model",
  },
} as const satisfies Readonly<Record<string, ModeTraits>>;

/** How a model answers a mission; see `AgentOptions.mode`. */
export type ModeName = keyof typeof modeTable;

/** The names of all modes, in the order of the table. */
export const modeNames = Object.keys(modeTable) as readonly ModeName[];

/** The mode of agents that don't set the option. */
export const defaultMode: ModeName = "program";

/** The mode in which `compile` asks for a program. */
export const compilingMode: ModeName = "program";

/** The mode in which `llmTool` and `llmQuery` ask a model, which has neither tools nor programs. */
export const questionMode: ModeName = "text";

/** The mode of programs that another host's model passes, without a mission. */
export const programToolMode: ModeName = "program-call";

/** Returns the traits of the agent's mode. */
export function traitsOf({ mode }: { readonly mode: ModeName }): ModeTraits {
  return modeTable[mode];
}

/** Returns the names of the modes in which both programs and the model call tools. */
export function modesWithBothCallers(): readonly ModeName[] {
  return modeNames.filter((mode) => traitsOf({ mode }).callers === "both");
}
