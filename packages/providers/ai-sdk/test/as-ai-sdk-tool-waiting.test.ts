// Tests agents that wait inside conversations of `generateText`.

import { generateText, isStepCount, type ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { approve, asTool, defineAgent, deny, MissionError, type Agent } from "@ptc/subagent";
import {
  asAiSdkTool,
  type AsAiSdkToolOptions,
  type WaitingAgent,
  type WaitingOutput,
} from "../src/index.ts";
import { ScriptedModel } from "./scripted-model.ts";

interface Desk {
  readonly agent: Agent<{ amounts: number[] }, readonly string[]>;
  readonly options: AsAiSdkToolOptions<readonly string[]>;
  /** The values that an application stored, as JSON. */
  readonly stored: string[];
  readonly paid: number[];
  /** The number of requests to the agent's model. */
  readonly asked: number[];
}

function desk(more: AsAiSdkToolOptions<readonly string[]> = {}): Desk {
  const stored: string[] = [];
  const paid: number[] = [];
  const asked: number[] = [];
  const agent = defineAgent({
    prompt: "Pay {{amounts}}.",
    description: "Pays amounts.",
    signature: "(amounts [:int]) -> [:string]",
    tools: {
      pay: {
        signature: "(amount :int) -> :string",
        needsApproval: ({ amount }: { amount: number }) => amount > 100,
        execute: ({ amount }: { amount: number }) => {
          paid.push(amount);
          return `paid ${String(amount)}`;
        },
      },
    },
  });
  const options: AsAiSdkToolOptions<readonly string[]> = {
    llm: () => {
      asked.push(1);
      return "(return (pmap (fn [amount] (tool/pay {:amount amount})) data/amounts))";
    },
    onWaiting: async (waiting: WaitingAgent) => {
      await Promise.resolve();
      stored.push(JSON.stringify(waiting));
    },
    ...more,
  };
  return { agent: agent, options, stored, paid, asked };
}

const input = { amounts: [80, 120, 160] };
const call = { toolCallId: "7", messages: [], context: {} };

/** Replaces the result of the call that waited. */
function withOutput(
  messages: readonly ModelMessage[],
  { toolCallId }: WaitingAgent,
  value: string,
): ModelMessage[] {
  return messages.map((message) =>
    message.role !== "tool"
      ? message
      : {
          ...message,
          content: message.content.map((part) =>
            part.type === "tool-result" && part.toolCallId === toolCallId
              ? { ...part, output: { type: "text" as const, value } }
              : part,
          ),
        },
  );
}

describe("an agent that waits in generateText", () => {
  test("is reported to the model and the application, and continues elsewhere", async () => {
    const first = desk();
    const model = new ScriptedModel([[{ toolName: "pay", input }], "Two payments wait."]);
    const { text, responseMessages } = await generateText({
      model,
      prompt: "Pay them.",
      tools: { pay: asAiSdkTool(first.agent, first.options) },
      stopWhen: isStepCount(5),
    });
    expect(text).toBe("Two payments wait.");
    expect(first.paid).toEqual([80]);
    expect(model.outputs(1)).toMatchObject([{ type: "text" }]);
    expect(model.sent(1)).toBe(
      [
        "The agent waits for a decision about these calls, which have not been made:",
        '[{"tool": "pay", "arguments": {"amount": 120}, "reason": "approval"}, {"tool": "pay", "arguments": {"amount": 160}, "reason": "approval"}]',
        "This is not an error. The application continues the agent after the decision, and you get its result then. Do not call the agent again for this, because it would start again. Mention the waiting calls, and end your answer.",
      ].join("\n"),
    );
    expect(JSON.stringify([model.requests, responseMessages])).not.toContain("ptc-checkpoint");

    const waiting = JSON.parse(first.stored[0] ?? "") as WaitingAgent;
    expect(waiting).toMatchObject({ toolCallId: "call_1_0", input });
    const [left, right] = waiting.pending;
    const second = desk();
    const tool = asAiSdkTool(second.agent, second.options);
    const output = await tool.resume(waiting, {
      decisions: {
        [left?.id ?? ""]: approve(),
        [right?.id ?? ""]: approve({ arguments: { amount: 1 } }),
      },
    });
    expect(output).toEqual(["paid 80", "paid 120", "paid 1"]);
    expect(second.paid).toEqual([120, 1]);
    expect(second.asked).toEqual([]);

    const later = new ScriptedModel(["All are paid."]);
    const { value } = tool.toModelOutput({
      toolCallId: waiting.toolCallId,
      input,
      output,
    }) as { value: string };
    const { text: last } = await generateText({
      model: later,
      messages: [
        { role: "user", content: "Pay them." },
        ...withOutput(responseMessages, waiting, value).slice(0, 2),
      ],
      tools: { pay: tool },
    });
    expect(last).toBe("All are paid.");
    expect(later.sent(0)).toBe('["paid 80","paid 120","paid 1"]');
  });
});

describe("the output of an agent that waits", () => {
  test("has the calls, but not the checkpoint, because it becomes part of the messages", async () => {
    const { agent, options } = desk();
    const output = (await asAiSdkTool(agent, options).execute(input, call)) as WaitingOutput;
    expect(output.status).toBe("waiting");
    expect(output.pending.map(({ arguments: args }) => args)).toEqual([
      { amount: 120 },
      { amount: 160 },
    ]);
    expect(JSON.stringify(output)).not.toContain("ptc-checkpoint");
  });

  test("waits again until every call has a decision, and fails if the mission does", async () => {
    const { agent, options, stored, paid } = desk({
      // The journal and the random numbers of the checkpoint are used.
      journal: {},
      random: Math.random,
    });
    const steps: unknown[] = [];
    const tool = asAiSdkTool(agent, {
      ...options,
      onStep: (step, { toolCallId }) => steps.push([toolCallId, step.status, step.ok]),
    });
    await tool.execute(input, call);
    const waiting = JSON.parse(stored[0] ?? "") as WaitingAgent;
    const again = await tool.resume(waiting, {
      decisions: { [waiting.pending[1]?.id ?? ""]: approve() },
    });
    expect(again).toMatchObject({ status: "waiting" });
    const rest = JSON.parse(stored[1] ?? "") as WaitingAgent;
    expect(rest).toMatchObject({ toolCallId: "7", input });
    const agentThatGivesUp = asAiSdkTool(agent, {
      ...options,
      llm: () => '(fail "none")',
    });
    const denied = agentThatGivesUp.resume(rest, {
      decisions: { [rest.pending[0]?.id ?? ""]: deny("no") },
    });
    await expect(denied).rejects.toThrow(MissionError);
    expect(paid).toEqual([80, 160]);
    expect(steps).toEqual([
      ["7", "waiting", false],
      ["7", "waiting", false],
    ]);
  });

  test("masks firewalled values, and shortens long lists", async () => {
    const agent = defineAgent({
      prompt: "Do it.",
      signature: "() -> :any",
      tools: {
        user: () => ({ _token: "t-4711-secret" }),
        pay: { needsApproval: true, execute: () => 1 },
      },
    });
    const tool = asAiSdkTool(agent, {
      llm: () => `(let [token (:_token (tool/user {}))]
        (return (pmap (fn [i] (tool/pay {:i i :token token :note (apply str (repeat 5000 "x"))}))
                      (range 30))))`,
      encryptionKey: "sixteen bytes or more",
      onWaiting: () => undefined,
    });
    const output = (await tool.execute({}, call)) as WaitingOutput;
    expect(output.pending).toHaveLength(30);
    expect(output.text).toContain("<Firewalled>");
    expect(JSON.stringify(output)).not.toContain("4711");
    expect(output.text.length).toBeLessThan(4_500);
    const shown = tool.toModelOutput({
      toolCallId: "7",
      input: {},
      output: JSON.parse(JSON.stringify(output)),
    });
    expect(shown).toEqual({ type: "text", value: output.text });
  });

  test("fails the call if the application can't store the state", async () => {
    const { agent, options } = desk({
      onWaiting: () => Promise.reject(new Error("the store is down")),
    });
    await expect(asAiSdkTool(agent, options).execute(input, call)).rejects.toThrow(
      "the store is down",
    );
  });

  test("is refused for other input, a wrong decision, and an aborted signal", async () => {
    const { agent, options, stored, paid } = desk();
    const tool = asAiSdkTool(agent, options);
    await tool.execute(input, call);
    const waiting = JSON.parse(stored[0] ?? "") as WaitingAgent;
    await expect(tool.resume({ ...waiting, input: { amounts: [120, 160] } })).rejects.toMatchObject(
      { problem: "changed" },
    );
    await expect(tool.resume(waiting, { decisions: { other: approve() } })).rejects.toMatchObject({
      problem: "decision",
    });
    for (const checkpoint of [null, 1, {}])
      await expect(
        tool.resume({ ...waiting, checkpoint: checkpoint as never }),
      ).rejects.toMatchObject({ name: "CheckpointError" });
    await expect(
      tool.resume(waiting, { abortSignal: AbortSignal.abort(new Error("the user left")) }),
    ).rejects.toThrow("the user left");
    expect(paid).toEqual([80]);
  });
});

describe("the option onWaiting of asAiSdkTool", () => {
  test("is required if a call of the agent, or of an agent below it, may wait", () => {
    const { agent } = desk();
    const above = defineAgent({
      prompt: "Pay.",
      signature: "() -> :any",
      tools: { desk: asTool(agent) },
    });
    const message =
      "calls of its tools may wait, so pass `onWaiting`, which receives the state of the mission";
    for (const given of [agent, above]) expect(() => asAiSdkTool(given as Agent)).toThrow(message);
  });

  test("must be a function", () => {
    const { agent } = desk();
    expect(() => asAiSdkTool(agent, { onWaiting: "store" as never })).toThrow(
      "option `onWaiting`: expected a function",
    );
  });
});
