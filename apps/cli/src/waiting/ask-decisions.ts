// Asks a person at the terminal to decide about calls that wait.

import { oneLine } from "@ptc/core/internal/errors";
import { answer, approve, deny, type Decision, type PendingCall } from "@ptc/subagent";
import { pendingLines } from "./pending-lines.ts";

export interface Questions {
  /** Prints one line without control characters. */
  readonly print: (line: string) => void;
  /**
   * Asks for a line of input, which begins with `typed`. Resolves to undefined if the person ends
   * the input.
   */
  readonly ask: (question: string, typed?: string) => Promise<string | undefined>;
}

/** Resolves to the decisions that the person made. Other calls wait for longer. */
export async function askDecisions(
  pending: readonly PendingCall[],
  questions: Questions,
): Promise<ReadonlyMap<string, Decision>> {
  const decisions = new Map<string, Decision>();
  for (const [index, call] of pending.entries()) {
    const [first = "", ...others] = pendingLines(call);
    questions.print("");
    questions.print(`Call ${String(index + 1)} of ${String(pending.length)}: ${first}`);
    for (const line of others) questions.print(line);
    const decision = await askDecision(call, questions);
    if (decision === "ended") break;
    if (decision !== undefined) decisions.set(call.id, decision);
  }
  return decisions;
}

async function askDecision(
  call: PendingCall,
  questions: Questions,
): Promise<Decision | "ended" | undefined> {
  const isApproval = call.reason === "approval";
  const choices = isApproval
    ? "y approve, n deny, e edit, s skip"
    : "a answer, y call it again, n deny, e edit, s skip";
  for (;;) {
    const typed = await questions.ask(`Decide (${choices}): `);
    if (typed === undefined) return "ended";
    switch (typed.trim().toLowerCase()) {
      case "y":
      case "yes":
        return approve();
      case "n":
      case "no":
        return await askDenial(questions);
      case "e":
      case "edit":
        return await askEdit(call, questions);
      case "a":
      case "answer":
        if (!isApproval) return await askAnswer(questions);
        break;
      case "s":
      case "skip":
        return undefined;
    }
    questions.print(`Type one of the letters: ${choices}.`);
  }
}

async function askDenial({ ask }: Questions): Promise<Decision | "ended"> {
  const message = await ask("Message for the program (optional): ");
  if (message === undefined) return "ended";
  return message.trim() === "" ? deny() : deny(message.trim());
}

async function askEdit(call: PendingCall, questions: Questions): Promise<Decision | "ended"> {
  let typed = JSON.stringify(call.arguments);
  for (;;) {
    const given = await questions.ask("Arguments as JSON: ", typed);
    if (given === undefined) return "ended";
    const read = argumentsOf(given);
    if (typeof read === "string") questions.print(read);
    else return approve({ arguments: read });
    typed = given;
  }
}

async function askAnswer({ ask }: Questions): Promise<Decision | "ended"> {
  const given = await ask("Answer (JSON or text): ");
  return given === undefined ? "ended" : answer(resultOf(given));
}

/** Returns the arguments, or the reason why `text` isn't a JSON object. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return `The arguments aren't JSON: ${oneLine(error instanceof Error ? error.message : "", 200)}`;
  }
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as Readonly<Record<string, unknown>>)
    : 'The arguments must be a JSON object such as {"amount":100}.';
}

/** Returns the JSON in `text`, or the text itself. */
export function resultOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
