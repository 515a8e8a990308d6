// The assistant: asks a model for a program, runs it, shows it the result, and asks again until a
// program ends with `return`.

import {
  resume,
  run,
  type Decision,
  type LispStep,
  type PendingCall,
  type PolicyRule,
  type ToolCallRecord,
  type Tools,
} from "@ptc/lisp";
import type { ModelFunction, ModelMessage } from "@ptc/llm";

export interface AssistantOptions {
  readonly task: string;
  readonly tools: Tools;
  readonly llm: ModelFunction;
  /** Undefined: every call is allowed. */
  readonly policy: readonly PolicyRule[] | undefined;
  /** Decides about a call that waits. */
  readonly decide: (call: PendingCall) => Decision;
  readonly onTurn: (turn: AssistantTurn) => void;
}

export interface AssistantTurn {
  readonly program: string;
  readonly calls: readonly ToolCallRecord[];
}

const mostTurns = 8;

/** Returns the answer of the assistant. */
export async function assist(options: AssistantOptions): Promise<unknown> {
  const { task, tools, llm, onTurn } = options;
  const messages: ModelMessage[] = [
    { role: "system", content: instructions(tools) },
    { role: "user", content: task },
  ];
  for (let turn = 1; turn <= mostTurns; turn++) {
    const answer = await llm({ messages });
    if (typeof answer !== "string") throw new Error("expected a program as text");
    const step = await ranStep(answer, turn, options);
    onTurn({ program: answer, calls: step.toolCalls });
    if (step.ok && step.endedBy === "return") return step.return;
    messages.push(
      { role: "assistant", content: answer },
      { role: "user", content: feedback(step) },
    );
  }
  throw new Error(`no answer after ${String(mostTurns)} turns`);
}

/** Runs a program. Each call that waits is decided, and the program continues. */
async function ranStep(
  program: string,
  turn: number,
  { task, tools, policy, decide }: AssistantOptions,
): Promise<LispStep> {
  const options = {
    tools,
    ...(policy !== undefined && {
      policy,
      provenance: {
        // From the second program on, the model has read mails, so its literals are in doubt.
        afterUntrusted: turn > 1,
        // It may write what the person has written.
        trustedTexts: [task],
      },
    }),
  };
  let step = await run(program, { ...options, runId: `turn-${String(turn)}` });
  while (step.status === "waiting") {
    const decisions = Object.fromEntries(step.pending.map((call) => [call.id, decide(call)]));
    step = await resume(program, step.checkpoint, { ...options, decisions });
  }
  return step;
}

function feedback(step: LispStep): string {
  if (!step.ok) return `The program failed: ${step.fail.message}`;
  return `Result: ${JSON.stringify(step.return)}`;
}

function instructions(tools: Tools): string {
  const lines = Object.entries(tools).map(([name, tool]) =>
    typeof tool === "function" ? `tool/${name}` : `tool/${name}: ${tool.description ?? ""}`,
  );
  return [
    "You are the assistant of a mailbox. Answer with one program in PTC-Lisp, a part of Clojure.",
    "You see its value, and can write another one. End the task with (return answer).",
    ...lines,
  ].join("\n");
}
