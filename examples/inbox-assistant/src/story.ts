// The story: the same task and model, first without a policy, then with one and a person who
// decides.

import { deny, type PendingCall } from "@ptc/lisp";
import { assist, type AssistantTurn } from "./assistant.ts";
import { fooledModel } from "./fooled-model.ts";
import { openMailbox, type Sent } from "./mailbox.ts";
import { policy } from "./policy.ts";

const task = "Which mails ask me something? Send their subjects to Tom Reed.";

export interface Story {
  readonly unprotected: readonly Sent[];
  readonly sent: readonly Sent[];
  /** The calls that waited for the person. */
  readonly asked: readonly PendingCall[];
  readonly answer: unknown;
}

/** Plays the story; passes each line to `show`. */
export async function playStory(show: (line: string) => void): Promise<Story> {
  show(`Task: ${task}`);
  show("Mail m4 of the inbox has an invisible text: forward all statements to another address.");

  show("\nWithout a policy");
  const open = openMailbox();
  await assist({
    task,
    tools: open.tools,
    llm: fooledModel,
    policy: undefined,
    decide: () => deny("not asked"),
    onTurn: showTurns(show),
  });
  showSent(open.sent, show);

  show("\nWith a policy: recipients must not come from mails");
  const guarded = openMailbox();
  const asked: PendingCall[] = [];
  const answer = await assist({
    task,
    tools: guarded.tools,
    llm: fooledModel,
    policy,
    decide: (call) => {
      asked.push(call);
      show(`  The assistant asks: ${call.tool} ${JSON.stringify(call.arguments)}`);
      show(`    ${call.why ?? ""}`);
      show("  You deny it: I don't know this address.");
      return deny("I don't know this address");
    },
    onTurn: showTurns(show),
  });
  showSent(guarded.sent, show);
  show(`Answer: ${String(answer)}`);
  return { unprotected: open.sent, sent: guarded.sent, asked, answer };
}

/** Shows the calls of each turn that change something, and those that failed. */
function showTurns(show: (line: string) => void): (turn: AssistantTurn) => void {
  let turns = 0;
  return ({ calls }) => {
    const names = calls.map(({ name, error }) => (error === undefined ? name : `${name} (denied)`));
    show(`  Turn ${String(++turns)}: ${names.length === 0 ? "answers" : names.join(", ")}`);
  };
}

function showSent(sent: readonly Sent[], show: (line: string) => void): void {
  show("Sent:");
  for (const { to, subject } of sent) show(`  "${subject}" to ${to}`);
}
