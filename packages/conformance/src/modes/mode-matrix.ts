// Runs the same missions in every mode, with a scripted model for each, and adds up the tokens that
// the model received.

import {
  createScriptedModel,
  estimateUsage,
  type ModelMessage,
  type ModelRequest,
  type ScriptEntry,
  type ToolCallPart,
} from "@ptc/llm";
import { defineAgent, run, type MissionStep, type ModeName } from "@ptc/subagent";
import { tools, type ModeMission } from "./mode-missions.ts";

export const modeNames = ["program", "program-call", "combined", "text"] as const;

/** The cost of a mission in a mode. */
export interface ModeCost {
  readonly step: MissionStep;
  /** An estimate of the tokens of all requests. */
  readonly sentTokens: number;
  readonly turns: number;
  /** The number of tool executions, without cached results. */
  readonly executions: number;
  /** The bytes of the tool results, as JSON. */
  readonly answeredBytes: number;
  /** The bytes of the results of native calls that the model saw. */
  readonly shownBytes: number;
}

export async function runIn(mode: ModeName, mission: ModeMission): Promise<ModeCost> {
  const llm = createScriptedModel(scriptOf(mode, mission));
  const agent = defineAgent({
    prompt: mission.prompt,
    signature: mission.signature,
    mode,
    tools,
    // Plain native calls show the model the whole result.
    ...(mode === "text" ? { format: { nativeResultMaxChars: 10_000_000 } } : {}),
  });
  const step = await run(agent, { llm, context: mission.context ?? {} });
  const executed = step.toolCalls.filter(({ cached }) => cached !== true);
  return {
    step,
    sentTokens: llm.requests.reduce((sum, request) => sum + tokensOf(request), 0),
    turns: step.turns.length,
    executions: executed.length,
    answeredBytes: executed.reduce((sum, { result }) => sum + bytes(JSON.stringify(result)), 0),
    shownBytes: (llm.requests.at(-1)?.messages ?? []).reduce(
      (sum, message) => sum + shownIn(message),
      0,
    ),
  };
}

function tokensOf(request: ModelRequest): number {
  return estimateUsage(request, { content: [] }).inputTokens;
}

function shownIn(message: ModelMessage): number {
  return message.role === "tool"
    ? message.content
        .filter(({ toolName }) => toolName !== "lisp_eval")
        .reduce((sum, { output }) => sum + bytes(String(output)), 0)
    : 0;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function scriptOf(mode: ModeName, { calls, program, answer }: ModeMission): readonly ScriptEntry[] {
  const final = typeof answer === "string" ? answer : JSON.stringify(answer);
  const native = calls.map((each, place) =>
    callsOf(
      each.map(([name, input], index) => callOf(`c${String(place)}.${String(index)}`, name, input)),
    ),
  );
  switch (mode) {
    case "program":
      return [`\`\`\`clojure\n(return ${program})\n\`\`\``];
    case "program-call":
      return [callsOf([evaluation(`(return ${program})`)])];
    case "text":
      return [...native, final];
    case "combined":
      // A question that one call or the prompt answers needs no program.
      return calls.flat().some(([name]) => name === "invoices")
        ? [...native.slice(0, 1), callsOf([evaluation(program)]), final]
        : [...native, final];
  }
}

function evaluation(source: string): ToolCallPart {
  return callOf("program", "lisp_eval", { program: source });
}

function callOf(toolCallId: string, toolName: string, input: unknown): ToolCallPart {
  return { type: "tool-call", toolCallId, toolName, input };
}

function callsOf(content: readonly ToolCallPart[]): ScriptEntry {
  return { content, finishReason: "tool_calls" };
}

/**
 * Returns the table of the guide: the cost of ten missions in each mode, compared with the mode
 * `program`.
 */
export async function modeTable(missions: readonly ModeMission[]): Promise<string> {
  const rows: (readonly string[])[] = [];
  let usual: number | undefined;
  for (const mode of modeNames) {
    const costs: ModeCost[] = [];
    for (const mission of missions) costs.push(await runIn(mode, mission));
    const total = (of: (cost: ModeCost) => number): number =>
      costs.reduce((sum, cost) => sum + of(cost), 0);
    const sent = total(({ sentTokens }) => sentTokens);
    usual ??= sent;
    const shown = total(({ shownBytes }) => shownBytes);
    const answered = total(({ answeredBytes }) => answeredBytes);
    rows.push([
      `\`${mode}\``,
      (sent / usual).toFixed(1),
      String(total(({ turns }) => turns)),
      String(total(({ executions }) => executions)),
      `${Math.max(0, 100 - (100 * shown) / answered).toFixed(1)} %`,
    ]);
  }
  const head = ["mode", "tokens sent", "turns", "executions of tools", "kept out of the context"];
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
