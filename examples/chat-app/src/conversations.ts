// The conversations: for each chat, the run that waits for the user, and earlier answers. The page
// sends its messages, but only the newest question and decisions are read from them.

import { createUIMessageStreamResponse, decisionsOf, type UIMessageOfRun } from "@ptc/ai-sdk/ui";
import { runEvents, type MissionEvents, type MissionStep } from "@ptc/subagent";
import { resumeEvents } from "@ptc/subagent/streams";
import { chatAgent, type EarlierAnswer } from "./agent.ts";
import type { ChooseModel } from "./models.ts";
import type { SavedFiles } from "./saved-files.ts";
import type { Table } from "./tables.ts";

type WaitingStep = Extract<MissionStep, { readonly status: "waiting" }>;

interface Conversation {
  waiting:
    { readonly step: WaitingStep; readonly table: Table; readonly question: string } | undefined;
  isBusy: boolean;
  earlier: readonly EarlierAnswer[];
}

const mostConversations = 200;
const mostEarlier = 5;
const longestQuestion = 2_000;
const longestAnswer = 300;

export class Conversations {
  private readonly byId = new Map<string, Conversation>();
  private readonly choose: ChooseModel;
  private readonly files: SavedFiles;

  constructor(choose: ChooseModel, files: SavedFiles) {
    this.choose = choose;
    this.files = files;
  }

  /** Answers the last message of a chat: a question, or decisions about calls that wait. */
  respond(id: string, table: Table, messages: readonly UIMessageOfRun[]): Response {
    const conversation = this.conversation(id);
    if (conversation.isBusy)
      return new Response("This chat is still answering. Wait, or stop it.", { status: 409 });
    const last = messages.at(-1);
    const { waiting } = conversation;
    if (last?.role === "assistant" && waiting === undefined)
      return new Response("This question no longer waits for you. Ask it again.", { status: 409 });
    const isDecision = last?.role === "assistant" && waiting !== undefined;
    const question = isDecision ? waiting.question : textOf(last);
    if (question === "") return new Response("Write a question.", { status: 400 });
    const asked = isDecision ? waiting.table : table;
    conversation.waiting = undefined;
    const options = {
      context: contextOf(asked, question, conversation.earlier),
      llm: this.choose(question, asked.columns),
      deps: { files: this.files },
    };
    const run: MissionEvents = isDecision
      ? resumeEvents(chatAgent, waiting.step.checkpoint, {
          ...options,
          decisions: decisionsOf(messages, waiting.step.pending),
        })
      : runEvents(chatAgent, options);
    conversation.isBusy = true;
    run.step
      .then((step) => this.ended(conversation, step, asked, question))
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        conversation.isBusy = false;
      });
    return createUIMessageStreamResponse(run, { include: ["errors"] });
  }

  private ended(
    conversation: Conversation,
    step: MissionStep,
    table: Table,
    question: string,
  ): void {
    if (step.status === "waiting") conversation.waiting = { step, table, question };
    else if (step.ok) {
      const { text = "" } = step.return as { readonly text?: string };
      const answer = text.slice(0, longestAnswer);
      conversation.earlier = [...conversation.earlier, { question, answer }].slice(-mostEarlier);
    }
  }

  private conversation(id: string): Conversation {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const made: Conversation = { waiting: undefined, isBusy: false, earlier: [] };
    this.byId.set(id, made);
    const [oldest] = this.byId.keys();
    if (this.byId.size > mostConversations && oldest !== undefined) this.byId.delete(oldest);
    return made;
  }
}

function contextOf(table: Table, question: string, earlier: readonly EarlierAnswer[]) {
  const { name, columns, rows } = table;
  return {
    question,
    file: name,
    columns: columns.join(", "),
    rows: [...rows],
    earlier: [...earlier],
  };
}

function textOf(message: UIMessageOfRun | undefined): string {
  const texts = message?.parts.map((part) => (part.type === "text" ? part.text : "")) ?? [];
  return texts.join("").slice(0, longestQuestion).trim();
}
