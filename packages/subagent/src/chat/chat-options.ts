// The options of a conversation and of a single message.

import type { Decisions } from "@ptc/lisp";
import type { DepsOption } from "../agent/deps.ts";
import type { ContextData } from "../chain/context-option.ts";
import type { ContextFile } from "../files/context-file.ts";
import { missionOptionNames, type MissionOptions } from "../loop/mission-options.ts";
import type { MissionStep } from "../step/step.ts";

/** Options that belong to one message, or that the chat manages itself. */
const otherThanChat = [
  "memory",
  "toolCache",
  "summaries",
  "record",
  "collectMessages",
  "signal",
  "onText",
  "onEvent",
] as const satisfies readonly (keyof MissionOptions)[];

/** The options of `createChat`: those of its missions, and the step to continue from. */
export type ChatOptions<Input = unknown, Deps = unknown> = Omit<
  MissionOptions,
  (typeof otherThanChat)[number]
> &
  DepsOption<Deps> &
  (Partial<Input> extends Input
    ? { readonly context?: Readonly<Record<string, unknown>> }
    : { readonly context: ContextData<Input> }) & {
    /** The step of the last message of an earlier chat, or of a run with `collectMessages`. */
    readonly after?: MissionStep;
  };

/** The options of one message. */
export interface SendOptions extends Pick<MissionOptions, "signal" | "onText" | "onEvent"> {
  /** Images and other files to send with the message: `contextFile({ … })`. */
  readonly files?: readonly ContextFile[];
}

/** The options with which a message continues whose calls waited. */
export interface ChatResumeOptions extends SendOptions {
  /** Decisions by the ids of pending calls. */
  readonly decisions?: Decisions;
}

const others: readonly string[] = otherThanChat;

export const chatOptionNames: readonly string[] = [
  ...missionOptionNames.filter((name) => !others.includes(name)),
  "after",
];

export const sendOptionNames: readonly string[] = [
  "signal",
  "onText",
  "onEvent",
  "files",
] satisfies readonly (keyof SendOptions)[];
