// A conversation with an agent: each message is a mission that goes on with what was said, defined
// and kept before. A message that is not answered leaves the conversation as it was.
//
//   system         how to answer, tools, data, what the agent is for     the same in each request
//   user           the first message
//   assistant …    programs, calls and their results, the answer
//   user           the next message, behind what the last program returned

import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import { HostFile } from "@ptc/core/values";
import { Memory } from "@ptc/lisp";
import type { ModelMessage } from "@ptc/llm";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { isMissionStep } from "../agent/tool-answer.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import type { ContinuedConversation } from "../loop/continued-conversation.ts";
import {
  missionOptions,
  type GivenMissionOptions,
  type ResolvedMissionOptions,
} from "../loop/mission-options.ts";
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
  type SendOptions,
} from "./chat-options.ts";
import { modelMessages } from "./model-messages.ts";
import { shortenedHistory } from "./shortened-history.ts";

/** What a conversation goes on with. */
interface ChatState {
  readonly messages: readonly ModelMessage[];
  readonly memory: Memory;
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** What the last program returned, which nobody has told the model. */
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
  /** Hides what the models of the missions may not see. */
  private readonly firewall: Firewall;
  private state: ChatState;
  private spent: SpentByMissions | undefined = undefined;
  private isAnswering = false;

  /** @throws OptionError */
  constructor(agent: Agent, options: ChatOptions) {
    const { after, ...mission } = options;
    this.agent = agent;
    this.options = mission;
    const { allow } = agent.firewall;
    this.firewall = new Firewall({ allow: [...allow, ...(this.options.firewall?.allow ?? [])] });
    this.state = after === undefined ? begun : this.stateOf(after);
    // A bad option is told now, and not with the first message.
    missionOptions(this.options);
  }

  /** What was said so far, without the system prompt. */
  get messages(): readonly StepMessage[] {
    return this.state.messages.map(stepMessage);
  }

  /**
   * The step of the last message that was answered: what the conversation goes on with. As JSON it
   * is kept with `stepToJson`; `createChat(agent, { after: step })` goes on with it. Undefined
   * before the first.
   */
  get step(): MissionStep | undefined {
    return this.state.step;
  }

  /** What all messages used that were sent here, answered or not; undefined before the first. */
  get usage(): SpentByMissions | undefined {
    return this.spent;
  }

  /**
   * Sends a message. The outcome is a step, as `run` answers it, whatever happens. While another
   * message is being answered it is a failed one, `chat_busy`.
   * @throws OptionError for a bad option
   */
  async send(message: string, options: SendOptions = {}): Promise<MissionStep<Output>> {
    return (await this.answered(message, options, (resolved) => resolved)) as MissionStep<Output>;
  }

  /**
   * The same, as a stream of what happens and of what the model says while it says it. Leaving the
   * iteration early cancels the message.
   */
  events(message: string, options: SendOptions = {}): MissionEvents<Output> {
    return eventsOf((change) => this.answered(message, options, change)) as MissionEvents<Output>;
  }

  private async answered(
    message: string,
    given: SendOptions,
    change: (options: ResolvedMissionOptions) => ResolvedMissionOptions,
  ): Promise<MissionStep> {
    const { agent, state } = this;
    knownOptions(given, sendOptionNames);
    const { files = [], ...options } = given;
    const conversation: ContinuedConversation = {
      before: state.messages,
      message: this.withLastValue(checkedMessage(message)),
      files: checkedFiles(files),
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
      collectMessages: true,
    });
    if (this.isAnswering) return busyStep;
    this.isAnswering = true;
    try {
      const run = new MissionRun(agent, change({ ...resolved, conversation }), rootScope);
      const step = await run.run();
      const { usage } = step;
      if (usage !== undefined)
        this.spent = this.spent === undefined ? usage : addSpent(this.spent, usage);
      if (isAnswer(step)) this.state = this.stateAfter(step, run.messages);
      return step;
    } finally {
      this.isAnswering = false;
    }
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

  /** @throws OptionError for what is no step, or has no messages to go on with */
  private stateOf(after: MissionStep): ChatState {
    if (!isMissionStep(after)) throw wrongOption("after", "expected the step of a chat", after);
    const { messages } = after;
    if (messages === undefined)
      throw new OptionError(
        "after",
        "has no messages: take the step of a chat, or of a run with collectMessages",
      );
    return this.stateAfter(after, modelMessages(messages, "after.messages"));
  }

  /** The message behind what the last program returned: its model did not see that. */
  private withLastValue(message: string): string {
    const { agent, state, firewall } = this;
    if (state.returned === undefined) return message;
    const { feedbackLimit, feedbackMaxChars } = agent.format;
    const { text } = formatFeedback(
      state.returned.value,
      { feedbackLimit, feedbackMaxChars },
      firewall,
    );
    return `Your program answered:\n${dataEnvelope("value", text, firewall)}\n\n${message}`;
  }
}

/**
 * Begins a conversation with an agent, or goes on with one: `after` is the step of the last
 * message, with its `messages`. The prompt of the agent stands in the system prompt: it says what
 * the agent is for, and the messages say what is asked.
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

const busyStep: MissionStep = failedStep(
  "chat_busy",
  "another message of this chat is being answered: wait for its step, or abort it",
  Memory.empty,
  { kind: "chat_busy" },
);

/** Whether the model has answered, and not only begun to: it may answer that it cannot. */
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
      `expected a text of at most ${String(longestMessage)} characters`,
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
      `expected a list of at most ${String(mostFiles)} files that contextFile made`,
      files,
    );
  return files;
}
