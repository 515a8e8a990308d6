// The modes: the ways in which a model answers a mission. The type of the option `mode`, its check
// and all traits come from this table. Code outside `modes/` reads traits and never compares names;
// the lint rule `mode-names` enforces this. `modes/mode-of.ts` connects each row to its code.

import type { Exposure } from "@ptc/core/contracts";

/**
 * The author of the answer: a program, or the model itself, which may use the values of programs.
 */
export type Answerer = "program" | "model";

/** The traits of a mode that other parts of the package depend on. */
export interface ModeTraits {
  /** The layers that call tools: programs, the model through native tool calls, or both. */
  readonly callers: Exposure;
  /** The layers that may call a tool without the option `expose`. */
  readonly defaultExposure: Exposure;
  /**
   * Where the model writes programs: in the text of its responses, in calls of `lisp_eval`, or
   * nowhere.
   */
  readonly programsIn: "text" | "calls" | "nowhere";
  readonly answerer: Answerer;
}

const modeTable = {
  /** The model writes one program in the text of each response. Works with any model. */
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

/** The mode in which `compileAgent` requests a program. */
export const compilingMode: ModeName = "program";

/** The mode of model requests by `llmTool` and `llmQuery`, without tools and programs. */
export const questionMode: ModeName = "text";

/** The mode of programs from the model of another host, without a mission. */
export const programToolMode: ModeName = "program-call";

/** Returns the traits of the agent's mode. */
export function traitsOf({ mode }: { readonly mode: ModeName }): ModeTraits {
  return modeTable[mode];
}

/** Returns the names of the modes in which both programs and the model call tools. */
export function modesWithBothCallers(): readonly ModeName[] {
  return modeNames.filter((mode) => traitsOf({ mode }).callers === "both");
}
