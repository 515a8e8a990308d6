// Tests programs that wait inside conversations of `generateText` and `streamText`.

import { generateText, isStepCount, streamText, tool, type ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { approve, deny } from "@ptc/lisp";
import { asTool, checkpointOf, defineAgent, type CheckpointEntry } from "@ptc/subagent";
import {
  createProgramTool,
  type AiSdkProgramToolOptions,
  type ProgramOutput,
  type WaitingProgram,
} from "../src/index.ts";
import { ScriptedModel, program } from "./scripted-model.ts";

// AI SDK 7 deprecates `needsApproval`, and still supports it.
/* eslint-disable @typescript-eslint/no-deprecated -- the field is what these tests are about */

interface Desk {
  readonly options: AiSdkProgramToolOptions;
  /** The values that an application stored, as JSON. */
  readonly stored: string[];
  readonly paid: number[];
  /** The number of messages that the rule received. */
  readonly messages: number[];
}

function desk(more: AiSdkProgramToolOptions = {}): Desk {
  const stored: string[] = [];
  const paid: number[] = [];
  const messages: number[] = [];
  const pay = tool({
    description: "Pays an amount.",
    inputSchema: z.object({ amount: z.number() }),
    needsApproval: ({ amount }, call) => {
      messages.push(call.messages.length);
      return amount > 100;
    },
    execute: ({ amount }, call) => {
      messages.push(call.messages.length);
      paid.push(amount);
      return `paid ${String(amount)}`;
    },
  });
  const onWaiting = async (waiting: WaitingProgram): Promise<void> => {
    await Promise.resolve();
    stored.push(JSON.stringify(waiting));
  };
  return { options: { tools: { pay }, onWaiting, ...more }, stored, paid, messages };
}

const source = "(pmap (fn [amount] (tool/pay {:amount amount})) [80 120 160])";

const ways = {
  generateText: async (model: ScriptedModel, options: AiSdkProgramToolOptions) => {
    const { text, responseMessages } = await generateText({
      model,
      prompt: "Pay them.",
      tools: { lisp_eval: createProgramTool(options) },
      stopWhen: isStepCount(5),
    });
    return { text, messages: responseMessages };
  },
  streamText: async (model: ScriptedModel, options: AiSdkProgramToolOptions) => {
    const result = streamText({
      model,
      prompt: "Pay them.",
      tools: { lisp_eval: createProgramTool(options) },
      stopWhen: isStepCount(5),
    });
    return { text: await result.text, messages: await result.responseMessages };
  },
};

/** Replaces the result of the call that waited. */
function withOutput(
  messages: readonly ModelMessage[],
  { toolCallId }: WaitingProgram,
  { ok, text }: ProgramOutput,
): ModelMessage[] {
  return messages.map((message) =>
    message.role !== "tool"
      ? message
      : {
          ...message,
          content: message.content.map((part) =>
            part.type === "tool-result" && part.toolCallId === toolCallId
              ? {
                  ...part,
                  output: { type: ok ? ("text" as const) : ("error-text" as const), value: text },
                }
              : part,
          ),
        },
  );
}

describe.each(Object.entries(ways))("a program that waits in %s", (_, play) => {
  test("is reported to the model and the application, and continues elsewhere", async () => {
    const first = desk();
    const model = new ScriptedModel([[program(source)], "Two payments wait."]);
    const { text, messages } = await play(model, first.options);
    expect(text).toBe("Two payments wait.");
    expect(first.paid).toEqual([80]);
    expect(model.outputs(1)).toMatchObject([{ type: "text" }]);
    expect(model.sent(1)).toContain('tool/pay {"amount":120} (approval)');
    expect(model.sent(1)).toContain("Do not write the program or these calls again");
    expect(JSON.stringify(model.requests)).not.toContain("ptc-checkpoint");
    expect(JSON.stringify(messages)).not.toContain("ptc-checkpoint");

    expect(first.stored).toHaveLength(1);
    const waiting = JSON.parse(first.stored[0] ?? "") as WaitingProgram;
    expect(waiting).toMatchObject({ toolCallId: "call_1_0", program: source });
    const [left, right] = waiting.pending;
    const second = desk();
    const output = await createProgramTool(second.options).resume(waiting, {
      decisions: {
        [left?.id ?? ""]: approve(),
        [right?.id ?? ""]: approve({ arguments: { amount: 1 } }),
      },
    });
    expect(output).toMatchObject({ ok: true, value: ["paid 80", "paid 120", "paid 1"] });
    expect(output).not.toHaveProperty("status");
    expect(second.paid).toEqual([120, 1]);
    expect(second.stored).toEqual([]);

    const later = new ScriptedModel(["All are paid."]);
    const { text: last } = await generateText({
      model: later,
      messages: [
        { role: "user", content: "Pay them." },
        ...withOutput(messages, waiting, output).slice(0, 2),
      ],
      tools: { lisp_eval: createProgramTool(second.options) },
    });
    expect(last).toBe("All are paid.");
    expect(later.sent(0)).toContain('["paid 80" "paid 120" "paid 1"]');
    expect(later.sent(0)).not.toContain("waits for a decision");
  });
});

describe("the output of a program that waits", () => {
  const call = { toolCallId: "7", messages: [], context: undefined };

  test("has the calls, but not the checkpoint, because it becomes part of the messages", async () => {
    const { options } = desk();
    const output = await createProgramTool(options).execute({ program: source }, call);
    expect(output).toMatchObject({ ok: false, status: "waiting" });
    expect(output.pending?.map(({ arguments: args }) => args)).toEqual([
      { amount: 120 },
      { amount: 160 },
    ]);
    expect(output).not.toHaveProperty("checkpoint");
    expect(output).not.toHaveProperty("value");
  });

  test("waits again until every call has a decision", async () => {
    const { options, stored, paid } = desk();
    const lisp_eval = createProgramTool(options);
    await lisp_eval.execute({ program: source }, call);
    const waiting = JSON.parse(stored[0] ?? "") as WaitingProgram;
    const again = await lisp_eval.resume(waiting, {
      decisions: { [waiting.pending[1]?.id ?? ""]: approve() },
    });
    expect(again).toMatchObject({ ok: false, status: "waiting" });
    const rest = JSON.parse(stored[1] ?? "") as WaitingProgram;
    expect(rest).toMatchObject({ toolCallId: "7", program: source });
    const ended = await lisp_eval.resume(rest, {
      decisions: { [rest.pending[0]?.id ?? ""]: deny("no") },
    });
    expect(ended).toMatchObject({ ok: false });
    expect(ended.text).toContain("the call was denied: no");
    expect(
      lisp_eval.toModelOutput({ toolCallId: "7", input: { program: source }, output: ended }),
    ).toMatchObject({ type: "error-text" });
    expect(paid).toEqual([80, 160]);
  });

  test("passes the messages of the call to rules and tools, also when it continues", async () => {
    const { options, stored, messages } = desk();
    const lisp_eval = createProgramTool(options);
    const conversation = [{ role: "user" as const, content: "Pay." }];
    await lisp_eval.execute(
      { program: "(tool/pay {:amount 500})" },
      { ...call, messages: conversation },
    );
    const waiting = JSON.parse(stored[0] ?? "") as WaitingProgram;
    await lisp_eval.resume(waiting, {
      messages: [...conversation, ...conversation],
      decisions: { [waiting.pending[0]?.id ?? ""]: approve() },
    });
    expect(messages).toEqual([1, 2]);
  });

  test("fails the call if the application can't store it", async () => {
    const { options } = desk({
      onWaiting: () => Promise.reject(new Error("the store is down")),
    });
    await expect(createProgramTool(options).execute({ program: source }, call)).rejects.toThrow(
      "the store is down",
    );
  });

  test("is refused if it isn't the program of the checkpoint, or the signal has aborted", async () => {
    const { options, stored } = desk();
    const lisp_eval = createProgramTool(options);
    await lisp_eval.execute({ program: source }, call);
    const waiting = JSON.parse(stored[0] ?? "") as WaitingProgram;
    await expect(
      lisp_eval.resume({ ...waiting, program: "(tool/pay {:amount 1})" }),
    ).rejects.toMatchObject({ problem: "changed" });
    for (const checkpoint of [null, 1, {}, { ...waiting.checkpoint, runId: 7 }])
      await expect(
        lisp_eval.resume({ ...waiting, checkpoint: checkpoint as never }),
      ).rejects.toMatchObject({ name: "CheckpointError" });
    await expect(
      lisp_eval.resume(waiting, { abortSignal: AbortSignal.abort(new Error("the user left")) }),
    ).rejects.toThrow("the user left");
  });
});

describe("the option onWaiting", () => {
  const schema = { inputSchema: z.object({}), execute: () => 1 };

  test("is required if a call may wait", () => {
    const message =
      "its calls may wait, so pass `onWaiting`, which receives the state of the program";
    for (const [name, given] of Object.entries({
      needsApproval: { ...schema, needsApproval: () => false },
      suspends: { ...schema, suspends: true },
    }))
      expect(() => createProgramTool({ tools: { pay: given } })).toThrow(
        `option \`tools.pay.${name}\`: ${message}`,
      );
    const off = { ...schema, needsApproval: false };
    expect(createProgramTool({ tools: { pay: off } }).description).toContain("tool/pay");
  });

  test("is required if a tool of an agent may wait, whose calls then wait in the program", async () => {
    const payer = defineAgent({
      prompt: "Pay {{id}}.",
      signature: "(id :int) -> :string",
      maxTurns: 1,
      tools: { pay: { needsApproval: true, execute: ({ id }) => `paid ${String(id)}` } },
    });
    expect(() => createProgramTool({ tools: { payer: asTool(payer) } })).toThrow(
      "option `tools.payer`: its calls may wait, so pass `onWaiting`",
    );
    const stored: string[] = [];
    const lisp_eval = createProgramTool({
      llm: () => "(return (tool/pay {:id data/id}))",
      tools: { payer: asTool(payer) },
      onWaiting: (waiting) => {
        stored.push(JSON.stringify(waiting));
      },
    });
    const output = await lisp_eval.execute(
      { program: "(tool/payer {:id 7})" },
      { toolCallId: "1", messages: [], context: undefined },
    );
    expect(output).toMatchObject({ status: "waiting", pending: [{ arguments: { id: 7 } }] });
    const waiting = JSON.parse(stored[0] ?? "") as WaitingProgram;
    const decisions = { [waiting.pending[0]?.id ?? ""]: approve() };
    expect(await lisp_eval.resume(waiting, { decisions })).toMatchObject({ value: "paid 7" });
  });

  test("must be a function", () => {
    expect(() => createProgramTool({ tools: {}, onWaiting: "store" as never })).toThrow(
      "option `onWaiting`: expected a function",
    );
  });

  test("leaves tools of PTC as they are", async () => {
    const stored: WaitingProgram[] = [];
    const lisp_eval = createProgramTool({
      onWaiting: (waiting) => {
        stored.push(waiting);
      },
      tools: {
        pay: { ...schema, needsApproval: () => true, approvalTimeoutMs: 60_000 },
      },
    });
    await lisp_eval.execute(
      { program: "(tool/pay {})" },
      { toolCallId: "1", messages: [], context: undefined },
    );
    expect(stored[0]?.pending[0]).toHaveProperty("expiresAt");
  });
});

describe("the option onCheckpoint of a program tool", () => {
  test("reports the state with its call, from which a killed program continues", async () => {
    const first = desk();
    const entries: CheckpointEntry[] = [];
    const calls = new Set<string>();
    const onCheckpoint: AiSdkProgramToolOptions["onCheckpoint"] = (entry, call) => {
      entries.push(entry);
      calls.add(JSON.stringify(call));
    };
    const call = { toolCallId: "call_9", messages: [], context: {} };
    const begun = createProgramTool({ ...first.options, onCheckpoint });
    await begun.execute({ program: source }, call);
    expect([...calls]).toEqual([JSON.stringify({ toolCallId: "call_9", program: source })]);

    const second = desk();
    const again = createProgramTool({ ...second.options, onCheckpoint });
    const checkpoint = await checkpointOf(entries.splice(0));
    const output = await again.resume({ toolCallId: "call_9", program: source, checkpoint });
    expect(output.pending).toHaveLength(2);
    expect([...first.paid, ...second.paid]).toEqual([80]);
    expect(entries.map(({ type }) => type)).toEqual(["waits", "waits"]);
  });

  test("must be a function", () => {
    const options = { onCheckpoint: true } as unknown as AiSdkProgramToolOptions;
    expect(() => createProgramTool(options)).toThrow("option `onCheckpoint`: expected a function");
  });
});
