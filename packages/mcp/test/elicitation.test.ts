// Tests forms for calls that wait, alone and with clients and servers of the official SDK.

import {
  Client,
  StreamableHTTPClientTransport,
  type ElicitResult,
} from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { askUser } from "@ptc/lisp/ask";
import { resume, run, suspend, type PendingCall, type Tools } from "@ptc/lisp";
import { signature } from "@ptc/signature";
import { elicitationForm, elicitedDecision } from "../src/index.ts";
import { programServer } from "./elicitation-server.ts";
import { serveRequests, serveSession } from "./http-server.ts";

interface Payments {
  readonly tools: Tools;
  readonly paid: unknown[];
}

function payments(): Payments {
  const paid: unknown[] = [];
  const pay = {
    needsApproval: true,
    execute: ({ id }: Readonly<Record<string, unknown>>) => {
      paid.push(id);
      return `paid ${String(id)}`;
    },
  };
  return { tools: { pay, ask: askUser() }, paid };
}

async function pendingOf(program: string, tools: Tools): Promise<readonly PendingCall[]> {
  const step = await run(program, { tools });
  if (step.status !== "waiting") throw new Error("expected a run that waits");
  return step.pending;
}

async function onlyCall(program: string, tools: Tools): Promise<PendingCall> {
  const [call] = await pendingOf(program, tools);
  if (call === undefined) throw new Error("expected a call");
  return call;
}

describe.each(["legacy", "modern"] as const)("a client of the %s protocol", (era) => {
  const program = `
    (pmap (fn [id] (try (tool/pay {:id id}) (catch Exception e (ex-message e))))
          [1 2 (tool/ask {:question "Which third one?" :choices ["7" "8"]})])`;

  async function played(
    reply: (message: string) => ElicitResult,
  ): Promise<{ readonly text: unknown; readonly paid: readonly unknown[] }> {
    const { tools, paid } = payments();
    const makeServer = () => programServer(tools);
    const served =
      era === "modern" ? await serveRequests(makeServer) : await serveSession(makeServer());
    const client = new Client(
      { name: "test", version: "1.0.0" },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : era },
      },
    );
    client.setRequestHandler("elicitation/create", ({ params: { message } }) => reply(message));
    await client.connect(new StreamableHTTPClientTransport(served.url));
    onTestFinished(async () => {
      await client.close();
      await served.close();
    });
    const { content } = await client.callTool({ name: "run_program", arguments: { program } });
    const [first] = content;
    return { text: first?.type === "text" ? JSON.parse(first.text) : first, paid };
  }

  test("approves, denies and answers the calls of a program", async () => {
    const asked: string[] = [];
    const { text, paid } = await played((message) => {
      asked.push(message);
      if (message === "Which third one?") return { action: "accept", content: { answer: "7" } };
      return message.includes('"id": 2')
        ? { action: "accept", content: { decision: "deny", reason: "too much" } }
        : { action: "accept", content: { decision: "approve" } };
    });
    expect(text).toEqual(["paid 1", "the call was denied: too much", "paid 7"]);
    expect(paid.toSorted()).toEqual([1, "7"].toSorted());
    expect(asked).toHaveLength(4);
    expect(asked).toContain(
      'May the program call the tool "pay" with these arguments?\n\n{\n  "id": 1\n}',
    );
  });

  test("makes no call that the user declines", async () => {
    const { text, paid } = await played((message) =>
      message === "Which third one?"
        ? { action: "accept", content: { answer: "9" } }
        : { action: "decline" },
    );
    expect(text).toEqual(Array<unknown>(3).fill("the call was denied: the user declined"));
    expect(paid).toEqual([]);
  });
});

describe("elicitationForm", () => {
  test("asks for simple values and for objects of them", async () => {
    const forms: unknown[] = [];
    for (const type of [":int", "{name :string, score :float?, sure :bool}"]) {
      const tools = { ask: askUser({ answer: signature(type) }) };
      const call = await onlyCall('(tool/ask {:question "How?"})', tools);
      forms.push(elicitationForm(call)?.requestedSchema);
    }
    expect(forms).toMatchObject([
      { properties: { answer: { type: "integer", title: "Answer" } }, required: ["answer"] },
      {
        properties: {
          name: { type: "string" },
          score: { type: "number" },
          sure: { type: "boolean" },
        },
        required: ["name", "sure"],
      },
    ]);
  });

  test("is undefined if no form can answer the call", async () => {
    const tools: Tools = {
      ...payments().tools,
      ask: askUser({ answer: signature("[:string]") }),
      wait: {
        suspends: true,
        execute: () => {
          throw suspend({ reason: "waits for a webhook" });
        },
      },
    };
    for (const program of [
      '(tool/ask {:question "Which?"})',
      "(tool/wait)",
      '(tool/pay {:id (apply str (repeat 5000 "x"))})',
    ]) {
      const call = await onlyCall(program, tools);
      expect(elicitationForm(call)).toBeUndefined();
      const result = { action: "accept", content: { decision: "approve", answer: "a" } };
      expect(elicitedDecision(call, result)).toBeUndefined();
    }
  });

  test("shows control characters of programs and names as escapes", async () => {
    const call = await onlyCall('(tool/pay {:id "\\u001b[2Jx\\u202e"})', payments().tools);
    const { message } = elicitationForm(call) ?? {};
    expect(message).toContain(String.raw`\u001b[2Jx\u202e`);
    const named = elicitationForm({ ...call, tool: 'pay"\n\u001b[2J' });
    expect(named?.message).toContain(String.raw`the tool "pay\"\n\u001b[2J" with`);
  });

  test("names a call that may have taken effect", async () => {
    const call = await onlyCall("(tool/pay {:id 1})", payments().tools);
    const uncertain = { ...call, uncertain: true } as const;
    expect(elicitationForm(uncertain)?.message).toMatch(
      /^A call of the tool "pay" may have taken effect\. Make it again with these arguments\?/,
    );
  });

  test("bounds the text of a question and of its choices", async () => {
    const program = `(tool/ask {:question (apply str (repeat 100000 "q"))
                                :choices (repeat 1000 "a choice")})`;
    const form = elicitationForm(await onlyCall(program, { ask: askUser() }));
    expect(JSON.stringify(form).length).toBeLessThan(3_000);
  });
});

describe("elicitedDecision", () => {
  test("decides nothing without a clear answer", async () => {
    const call = await onlyCall("(tool/pay {:id 1})", payments().tools);
    const results: readonly unknown[] = [
      undefined,
      null,
      "approve",
      {},
      { action: "cancel" },
      { action: "accept" },
      { action: "accept", content: {} },
      { action: "accept", content: { decision: true } },
      { action: "accept", content: { decision: "APPROVE" } },
      { action: "cancel", content: { decision: "approve" } },
      { content: { decision: "approve" } },
      { action: "accept", content: { reason: "fine" } },
    ];
    for (const result of results) expect(elicitedDecision(call, result)).toBeUndefined();
  });

  test("returns only the fields that were asked for", async () => {
    const tools = { ask: askUser({ answer: signature("{amount :float}") }) };
    const call = await onlyCall('(tool/ask {:question "How much?"})', tools);
    const content = { amount: 7.5, extra: true };
    expect(elicitedDecision(call, { action: "accept", content })).toEqual({
      type: "answer",
      result: { amount: 7.5 },
    });
    expect(elicitedDecision(call, { action: "accept", content: { extra: 1 } })).toBeUndefined();
  });

  test("an answer that doesn't fit its schema is an error that can be corrected", async () => {
    const tools = { ask: askUser({ answer: signature(":int") }) };
    const program = '(tool/ask {:question "How many?"})';
    const step = await run(program, { tools });
    if (step.status !== "waiting") throw new Error("expected a run that waits");
    const [call] = step.pending;
    if (call === undefined) throw new Error("expected a call");
    const decision = elicitedDecision(call, { action: "accept", content: { answer: "many" } });
    if (decision === undefined) throw new Error("expected a decision");
    const resumed = resume(program, step.checkpoint, { tools, decisions: { [call.id]: decision } });
    await expect(resumed).rejects.toMatchObject({
      name: "CheckpointError",
      problem: "decision",
      message: expect.stringContaining("expected int") as unknown,
    });
  });

  test("shortens a long reason", async () => {
    const call = await onlyCall("(tool/pay {:id 1})", payments().tools);
    const content = { decision: "deny", reason: "x".repeat(100_000) };
    const decision = elicitedDecision(call, { action: "accept", content });
    expect(JSON.stringify(decision).length).toBeLessThan(2_100);
  });
});
