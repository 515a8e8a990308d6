// A conversation with an agent. Each message is a mission that continues from the earlier messages,
// definitions and stored results. A message that is not answered leaves the conversation unchanged.
//
//   system         how to answer, tools, data, the agent's purpose       the same in each request
//   user           the first message
//   assistant …    programs, calls and their results, the answer
//   user           the next message, after the value of the last program

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import { HostFile } from "@ptc/core/values";
import { CheckpointError, Memory } from "@ptc/lisp";
import type { ModelMessage } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { isMissionStep } from "../agent/tool-answer.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import type { ContinuedConversation } from "../loop/continued-conversation.ts";
import {
  missionOptions,
  type GivenMissionOptions,
  type ResolvedMissionOptions,
} from "../loop/mission-options.ts";
import { noteMemory, noteReturn } from "../firewall/hidden-values.ts";
import { MissionRun } from "../loop/mission-run.ts";
import { traitsOf } from "../mode-traits/mode-table.ts";
import { knownOptions, wrongOption } from "../options/option-checks.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { eventsOf, type MissionEvents } from "../run/run-events.ts";
import { failedStep } from "../step/make-step.ts";
import { addSpent } from "../step/spent.ts";
import { stepMessage, type StepMessage } from "../step/step-message.ts";
import type { MissionStep, SpentByMissions } from "../step/step.ts";
import {
  chatOptionNames,
  sendOptionNames,
  type ChatOptions,
  type ChatResumeOptions,
  type SendOptions,
} from "./chat-options.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { PreparedMission } from "../waiting/prepared-mission.ts";
import { runPrepared } from "../waiting/run-prepared.ts";
import type { ChatKeeper, ChatRecord, WaitingMessage } from "./chat-record.ts";
import { modelMessages } from "./model-messages.ts";
import { shortenedHistory } from "./shortened-history.ts";

/** The state that the next message continues from. */
interface ChatState {
  readonly messages: readonly ModelMessage[];
  readonly memory: Memory;
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** The value that the last program returned. The model has not seen it yet. */
  readonly returned: { readonly value: unknown } | undefined;
  readonly step: MissionStep | undefined;
}

const longestMessage = 1_000_000;
const mostFiles = 100;

/**
 * A conversation with an agent.
 *
 * @example
 *   const chat = createChat(agent, { llm, context: { orders } });
 *   const first = await chat.send("How many orders are open?");
 *   const second = await chat.send("And how much is that?");
 */
export class Chat<Output = unknown> {
  private readonly agent: Agent;
  private readonly options: GivenMissionOptions;
  /** Hides firewalled fields from the models of the missions. */
  private readonly firewall: Firewall;
  private state: ChatState;
  private spent: SpentByMissions | undefined;
  /** The results of tasks so far. Undefined without the option `journal`. */
  private journal: MissionStep["journal"];
  private waitingMessage: WaitingMessage | undefined;
  private readonly keeper: ChatKeeper | undefined;
  private isAnswering = false;

  /** @throws OptionError */
  constructor(agent: Agent, options: ChatOptions, keeper?: ChatKeeper) {
    const { after, ...mission } = options;
    this.agent = agent;
    this.options = mission;
    this.keeper = keeper;
    this.spent = keeper?.record.usage;
    this.waitingMessage = keeper?.record.waiting;
    this.journal = keeper?.record.journal ?? mission.journal;
    const { allow } = agent.firewall;
    this.firewall = new Firewall({ allow: [...allow, ...(this.options.firewall?.allow ?? [])] });
    this.state = after === undefined ? begun : this.stateOf(after);
    // Report a bad option now instead of with the first message.
    missionOptions(this.options);
  }

  /** The messages so far, without the system prompt. */
  get messages(): readonly StepMessage[] {
    return this.state.messages.map(stepMessage);
  }

  /**
   * The step of the last answered message, from which the conversation continues. Store it as JSON
   * with `stepToJson`, and continue with `createChat(agent, { after: step })`. Undefined before
   * the first answer.
   */
  get step(): MissionStep | undefined {
    return this.state.step;
  }

  /**
   * The message whose calls wait for decisions: pass its checkpoint to `resume`. Undefined without
   * one, and once another message was answered.
   */
  get waiting(): WaitingMessage | undefined {
    return this.waitingMessage;
  }

  /** The usage of all messages sent in this chat, answered or not. Undefined before the first. */
  get usage(): SpentByMissions | undefined {
    return this.spent;
  }

  /**
   * Sends a message and returns its step, as `run` does. If another message is still being
   * answered, returns a failed step with the reason `chat_busy`.
   * @throws OptionError for a bad option
   */
  async send(message: string, options: SendOptions = {}): Promise<MissionStep<Output>> {
    return (await this.answered(message, options, (resolved) => resolved)) as MissionStep<Output>;
  }

  /**
   * Like `send`, but streams events and the model's text as it arrives. Leaving the iteration
   * early cancels the message.
   */
  events(message: string, options: SendOptions = {}): MissionEvents<Output> {
    return eventsOf((change) => this.answered(message, options, change)) as MissionEvents<Output>;
  }

  /**
   * Continues a message whose calls wait, from the checkpoint of its step. In another process, use
   * a chat that continues from the same step: `createChat(agent, { after })`.
   * @throws CheckpointError for a checkpoint or a decision that doesn't fit; OptionError
   */
  async resume(
    checkpoint: MissionCheckpoint,
    options: ChatResumeOptions = {},
  ): Promise<MissionStep<Output>> {
    knownOptions(options, [...sendOptionNames, "decisions"]);
    const { decisions = {}, ...given } = options;
    return (await this.oneAtATime(async (keep) => {
      const { resumeWaiting } = await import("../waiting/waiting-mission.ts");
      return await resumeWaiting({
        checkpoint,
        decisions,
        keys: this.options,
        inputs: presentFields({ context: this.options.context, memory: this.state.memory }),
        prepare: ({ message }) => {
          if (message === undefined)
            throw new CheckpointError("unreadable", "this isn't the checkpoint of a chat");
          return this.prepared(message, given, (resolved) => resolved, keep);
        },
      });
    }, undefined)) as MissionStep<Output>;
  }

  private async answered(
    message: string,
    given: SendOptions,
    change: (options: ResolvedMissionOptions) => ResolvedMissionOptions,
  ): Promise<MissionStep> {
    knownOptions(given, sendOptionNames);
    let keep: (run: MissionRun) => void = () => undefined;
    const mission = this.prepared(message, given, change, (run) => {
      keep(run);
    });
    return await this.oneAtATime((keepRun) => {
      keep = keepRun;
      return runPrepared(mission);
    }, this.waitingMessage);
  }

  /**
   * Runs a mission, whose run it gets, and continues the conversation from its step. `waiting` is
   * the message that waits if this one isn't answered.
   */
  private async oneAtATime(
    start: (keep: (run: MissionRun) => void) => Promise<MissionStep>,
    waiting: WaitingMessage | undefined,
  ): Promise<MissionStep> {
    if (this.isAnswering) return busyStep;
    this.isAnswering = true;
    let run: MissionRun | undefined;
    try {
      await this.keeper?.begin();
      const step = await start((begun) => {
        run = begun;
      });
      const state =
        run !== undefined && isAnswer(step) ? this.stateAfter(step, run.messages) : this.state;
      const record: ChatRecord = {
        step: state.step,
        usage: this.usageAfter(step),
        // A task has run, even if its message isn't answered.
        journal: step.journal ?? this.journal,
        waiting: waitingAfter(step, state.step === step ? undefined : waiting),
      };
      await this.keeper?.end(record, this.firewall);
      ({ usage: this.spent, journal: this.journal, waiting: this.waitingMessage } = record);
      this.state = state;
      return step;
    } finally {
      this.isAnswering = false;
    }
  }

  /** The usage of a message that waits is part of that of its answer. */
  private usageAfter({ usage, status }: MissionStep): SpentByMissions | undefined {
    if (usage === undefined || status === "waiting") return this.spent;
    return this.spent === undefined ? usage : addSpent(this.spent, usage);
  }

  private prepared(
    message: string,
    given: SendOptions,
    change: (options: ResolvedMissionOptions) => ResolvedMissionOptions,
    keep: (run: MissionRun) => void,
  ): PreparedMission {
    const { agent, state } = this;
    const { files = [], ...options } = given;
    const conversation: ContinuedConversation = {
      before: state.messages,
      message: this.withLastValue(checkedMessage(message)),
      files: checkedFiles(files),
      journal: this.options.journal,
      system: (system, prompt) =>
        [system, `## Conversation\n${prompt}`, promptText(conversationText(agent))]
          .filter((section) => section !== "")
          .join("\n\n"),
    };
    const resolved = missionOptions({
      ...this.options,
      ...options,
      memory: state.memory,
      toolCache: state.toolCache,
      ...(this.journal === undefined ? {} : { journal: this.journal }),
      collectMessages: true,
    });
    // One firewall for all messages: what an earlier message read stays hidden.
    const scope = { ...rootScope, firewall: this.firewall };
    return {
      agent,
      options: change({ ...resolved, conversation }),
      message,
      begin: (begun) => {
        const run = new MissionRun(agent, begun, scope);
        keep(run);
        return run;
      },
    };
  }

  private stateAfter(step: MissionStep, messages: readonly ModelMessage[]): ChatState {
    const { agent, firewall } = this;
    const { memory, toolCache } = step;
    const said = messages.filter(({ role }) => role !== "system");
    return {
      messages: shortenedHistory(said, agent, memory, firewall),
      memory,
      toolCache,
      returned: step.ok && answersByPrograms(agent) ? { value: step.return } : undefined,
      step,
    };
  }

  /** @throws OptionError if `after` is not a step, or has no messages to continue from */
  private stateOf(after: MissionStep): ChatState {
    if (!isMissionStep(after)) throw wrongOption("after", "expected the step of a chat", after);
    const { messages } = after;
    if (messages === undefined)
      throw new OptionError(
        "after",
        "has no messages: pass a step of a chat, or of a run with collectMessages",
      );
    noteMemory(this.firewall, after.memory);
    noteReturn(this.firewall, after);
    return this.stateAfter(after, modelMessages(messages, "after.messages"));
  }

  /**
   * Returns the message with the value of the last program before it, because the model has not
   * seen that value.
   */
  private withLastValue(message: string): string {
    const { agent, state, firewall } = this;
    if (state.returned === undefined) return message;
    const { feedbackLimit, feedbackMaxChars } = agent.format;
    const { text } = formatFeedback(
      state.returned.value,
      { feedbackLimit, feedbackMaxChars },
      firewall,
    );
    return `Your program returned:\n${dataEnvelope("value", text, firewall)}\n\n${message}`;
  }
}

/**
 * Begins a conversation with an agent, or continues one: `after` is the step of the last message,
 * with its `messages`. The agent's prompt becomes part of the system prompt. It describes the
 * agent's purpose, and the messages ask the questions.
 *
 * @example
 *   const chat = createChat(agent, { llm });
 *   await chat.send("What is open?", { onText: (text) => process.stdout.write(text) });
 *
 * @throws OptionError for a bad option
 */
export function createChat<Input, Output, Deps>(
  agent: Agent<Input, Output, Deps>,
  options: ChatOptions<Input, Deps>,
): Chat<Output> {
  knownOptions(options, chatOptionNames);
  return new Chat<Output>(checkedAgent(agent), options);
}

const begun: ChatState = {
  messages: [],
  memory: Memory.empty,
  toolCache: {},
  returned: undefined,
  step: undefined,
};

function waitingAfter(
  step: MissionStep,
  before: WaitingMessage | undefined,
): WaitingMessage | undefined {
  if (step.status !== "waiting") return before;
  const { checkpoint, pending } = step;
  return { checkpoint, pending };
}

const busyStep: MissionStep = failedStep(
  "chat_busy",
  "this chat is still answering another message: wait for its step, or abort it",
  Memory.empty,
  { kind: "chat_busy" },
);

/** True if the model has finished its answer. It may also answer that it cannot help. */
function isAnswer(step: MissionStep): boolean {
  return step.ok ? step.partial === undefined : step.fail.details?.kind === "fail";
}

function answersByPrograms(agent: Agent): boolean {
  return traitsOf(agent).answerer === "program";
}

function conversationText(agent: Agent): "conversation" | "conversation-by-programs" {
  return answersByPrograms(agent) ? "conversation-by-programs" : "conversation";
}

function checkedMessage(message: string): string {
  if (typeof message !== "string" || message.trim() === "" || message.length > longestMessage)
    throw wrongOption(
      "message",
      `expected a string of at most ${String(longestMessage)} characters`,
      message,
    );
  return message;
}

function checkedFiles(files: readonly HostFile[]): readonly HostFile[] {
  if (
    !Array.isArray(files) ||
    files.length > mostFiles ||
    !files.every((file) => HostFile.is(file))
  )
    throw wrongOption(
      "files",
      `expected a list of at most ${String(mostFiles)} files from contextFile`,
      files,
    );
  return files;
}
