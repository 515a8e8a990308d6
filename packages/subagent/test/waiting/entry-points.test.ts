// Missions that wait: in chats, compiled agents, chains and lists of runs. Runs that cannot wait.

import { describe, expect, test } from "vitest";
import { compileAgent, type CompiledAgent } from "../../src/compiled/index.ts";
import { stepFromJson, stepToJson } from "../../src/step-json/index.ts";
import {
  approve,
  chain,
  CheckpointError,
  createChat,
  createProgramTool,
  defineAgent,
  deny,
  MissionError,
  resume,
  run,
  runAll,
  runOrThrow,
  suspend,
  tool,
  type Decisions,
  type MissionCheckpoint,
  type MissionStep,
} from "../../src/index.ts";
import { fenced } from "../missions.ts";
import { modelOf, newNotes, toolsOf, type Script } from "./desk.ts";
import { approvals, parsed, returned, waiting } from "./waiting-mission.ts";

describe("a chat", () => {
  const chatting = (after?: MissionStep) => {
    const notes = newNotes();
    const agent = defineAgent({
      prompt: "Serve.",
      tools: toolsOf(true, notes),
      mode: "combined",
    });
    const llm = modelOf(
      {
        Refund: (count) =>
          count === 0
            ? [{ type: "tool-call", toolCallId: "a", toolName: "refund", input: { id: 1 } }]
            : count === 1
              ? "Refunded."
              : "You're welcome.",
      },
      notes,
    );
    const chat = createChat(agent, { llm, ...(after === undefined ? {} : { after }) });
    return { notes, chat };
  };

  test("waits with a message, resumes it, and continues with the next one", async () => {
    const { notes, chat } = chatting();
    const step = waiting(await chat.send("Refund 1, please."));
    expect(step.pending).toMatchObject([{ tool: "refund", arguments: { id: 1 } }]);
    // A message that isn't answered leaves the conversation unchanged.
    expect([chat.messages, chat.step, chat.usage]).toEqual([[], undefined, undefined]);
    const end = await chat.resume(step.checkpoint, { decisions: approvals(step) });
    expect(returned(end)).toBe("Refunded.");
    expect(chat.usage).toMatchObject({ llmRequests: 2 });
    expect(returned(await chat.send("Thanks."))).toBe("You're welcome.");
    expect(notes.asked).toEqual(["Refund 0", "Refund 1", "Refund 2"]);
    expect(notes.made).toEqual([expect.stringMatching(/^refund 1 /)]);
    expect(chat.messages.filter(({ role }) => role === "user")).toHaveLength(2);
  });

  test("resumes in another process, from the step before the message", async () => {
    const first = chatting();
    const before = waiting(await first.chat.send("Refund 1, please."));
    const answered = await first.chat.resume(before.checkpoint, { decisions: approvals(before) });
    const json = JSON.stringify(stepToJson(answered));
    const read = await stepFromJson(JSON.parse(json));
    if (!read.ok) throw new Error("the step can't be read");
    const agentOf = () => {
      const notes = newNotes();
      const llm = modelOf(
        {
          Refund: (count) =>
            count === 2
              ? [{ type: "tool-call", toolCallId: "b", toolName: "refund", input: { id: 2 } }]
              : "Again refunded.",
        },
        notes,
      );
      const agent = defineAgent({
        prompt: "Serve.",
        tools: toolsOf(true, notes),
        mode: "combined",
      });
      return { notes, chat: createChat(agent, { llm, after: read.step }) };
    };
    const second = agentOf();
    const step = waiting(await second.chat.send("And refund 2."));
    const third = agentOf();
    const end = await third.chat.resume(step.checkpoint, { decisions: approvals(step) });
    expect(returned(end)).toBe("Again refunded.");
    expect([second.notes.made.length, third.notes.made.length]).toEqual([0, 1]);
    // A chat at another place of the conversation refuses it, and so does `resume`.
    const other = chatting();
    await expect(
      other.chat.resume(step.checkpoint, { decisions: approvals(step) }),
    ).rejects.toMatchObject({ name: "CheckpointError", problem: "changed" });
    expect(other.notes).toEqual({ made: [], asked: [] });
  });

  test("refuses the checkpoint of another mission, and other messages while it resumes", async () => {
    const { chat } = chatting();
    const notes = newNotes();
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const mission = waiting(await run(agent, { llm }));
    await expect(chat.resume(mission.checkpoint)).rejects.toThrow(
      "this isn't the checkpoint of a chat",
    );
    const step = waiting(await chat.send("Refund 1, please."));
    const resuming = chat.resume(step.checkpoint, { decisions: approvals(step) });
    expect(await chat.send("Refund 2.")).toMatchObject({ fail: { reason: "chat_busy" } });
    expect(returned(await resuming)).toBe("Refunded.");
  });

  test("may go on with another message instead, and then refuses the old checkpoint", async () => {
    const { chat } = chatting();
    const step = waiting(await chat.send("Refund 1, please."));
    const denied = await chat.resume(step.checkpoint, {
      decisions: { [step.pending[0]?.id ?? ""]: deny("no") },
    });
    expect(returned(denied)).toBe("Refunded.");
    await expect(
      chat.resume(step.checkpoint, { decisions: approvals(step) }),
    ).rejects.toBeInstanceOf(CheckpointError);
  });
});

describe("a compiled agent", () => {
  const scene = () => {
    const made: unknown[] = [];
    const agent = defineAgent({
      prompt: "Refund.",
      signature: "(ids [:int]) -> [:int]",
      tools: {
        look: tool({
          description: "Looks.",
          signature: "(id :int) -> :int",
          execute: ({ id }) => {
            made.push(["look", id]);
            return id;
          },
        }),
        refund: tool({
          description: "Refunds.",
          signature: "(id :int) -> :int",
          needsApproval: ({ id }) => id > 1,
          execute: ({ id }) => {
            made.push(["refund", id]);
            return id * 100;
          },
        }),
      },
    });
    return { made, agent };
  };
  const program = fenced(
    "(return (vec (pmap (fn [id] (tool/refund {:id (tool/look {:id id})})) data/ids)))",
  );

  async function compiled(samples: readonly number[]) {
    const { made, agent } = scene();
    const result = await compileAgent(agent, {
      llm: () => program,
      samples: [{ context: { ids: [...samples] } }],
      attempts: 1,
    });
    return { made, result };
  }

  test("never makes a call that needs an approval while it is compiled", async () => {
    const { made, result } = await compiled([1, 2]);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).toContain(
      "it needs an approval, and this run can't wait for one",
    );
    expect(made).not.toContainEqual(["refund", 2]);
  });

  test("waits, and resumes", async () => {
    const { made, result } = await compiled([1]);
    if (!result.ok) throw new Error(result.fail.message);
    const agent = result.compiled as unknown as CompiledAgent<{ ids: number[] }>;
    made.length = 0;
    const context = { ids: [1, 2, 3] };
    const step = waiting(await agent.run({ context }));
    expect(step.pending.map(({ arguments: args }) => args)).toEqual([{ id: 2 }, { id: 3 }]);
    const later = waiting(
      await agent.resume(step.checkpoint, {
        context,
        decisions: { [step.pending[1]?.id ?? ""]: approve() },
      }),
    );
    const end = await agent.resume(later.checkpoint, { context, decisions: approvals(later) });
    expect(returned(end)).toEqual([100, 200, 300]);
    expect(made).toHaveLength(6);
    await expect(
      agent.resume(step.checkpoint, { context: { ids: [9, 2, 3] }, decisions: approvals(step) }),
    ).rejects.toMatchObject({ problem: "changed" });
    expect(made).toHaveLength(6);
  });
});

describe("a chain", () => {
  const script: Script = {
    Find: ["(return {:id 7})"],
    Pay: ["(return (tool/refund {:id data/id}))"],
  };
  const finder = defineAgent({ prompt: "Find.", signature: "() -> {id :int}" });

  test("resumes with the step onto which it was chained", async () => {
    const notes = newNotes();
    const llm = modelOf(script, notes);
    const payer = defineAgent({
      prompt: "Pay.",
      signature: "(id :int) -> :int",
      tools: toolsOf(true, notes),
    });
    const found = await run(finder, { llm });
    const step = waiting(await chain(found, payer, { llm }));
    expect(step.pending).toMatchObject([{ arguments: { id: 7 } }]);
    const decisions = approvals(step);
    await expect(
      resume(payer, step.checkpoint, { llm, decisions, context: { id: 8 } }),
    ).rejects.toMatchObject({ problem: "changed" });
    expect(notes.made).toEqual([]);
    const end = await resume(payer, step.checkpoint, { llm, decisions, step: found });
    expect(returned(end)).toBe(700);
    expect(notes.asked).toEqual(["Find 0", "Pay 0"]);
  });

  test("onto a mission that waits fails, and names the wait", async () => {
    const notes = newNotes();
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const step = waiting(await run(agent, { llm }));
    const next = await chain(step, defineAgent({ prompt: "Do more." }), { llm });
    expect(next).toMatchObject({ ok: false, fail: { reason: "chained_failure" } });
    expect(JSON.stringify(next.fail)).toContain("the run waits for tool/refund (approval)");
  });
});

describe("a list of runs", () => {
  test("isn't stopped by a mission that waits, and each resumes alone", async () => {
    const notes = newNotes();
    const agent = defineAgent({
      prompt: "Do {{id}}.",
      signature: "(id :int) -> :int",
      tools: toolsOf(true, notes),
    });
    const llm = modelOf(
      { Do: ["(return (+ (tool/pay {:id data/id}) (tool/look {:id 1})))"] },
      notes,
    );
    const steps = await runAll(
      [5, 1, 6].map((id) => ({ agent, context: { id } })),
      { llm, concurrency: 1, stopOnFailure: true, random: () => 0.25 },
    );
    expect(steps.map((step) => (step.ok ? step.return : step.fail.reason))).toEqual([
      "waiting",
      11,
      "waiting",
    ]);
    for (const [index, value] of [
      [2, 61],
      [0, 51],
    ] as const) {
      const step = waiting(steps[index] as MissionStep);
      const context = { id: [5, 1, 6][index] ?? 0 };
      const end = await resume(agent, step.checkpoint, {
        llm,
        context,
        decisions: approvals(step),
      });
      expect(returned(end)).toBe(value);
    }
    expect(notes.made).toHaveLength(6);
    expect(notes.asked).toHaveLength(3);
  });

  test("refuses the checkpoint of another run of the list", async () => {
    const notes = newNotes();
    const agent = defineAgent({
      prompt: "Do {{id}}.",
      signature: "(id :int) -> :int",
      tools: toolsOf(true, notes),
    });
    const llm = modelOf({ Do: ["(return (tool/pay {:id data/id}))"] }, notes);
    const [first, second] = await runAll(
      [5, 6].map((id) => ({ agent, context: { id } })),
      { llm },
    );
    if (first === undefined || second === undefined) throw new Error("no steps");
    const [one, two] = [waiting(first), waiting(second)];
    await expect(
      resume(agent, one.checkpoint, { llm, context: { id: 6 }, decisions: approvals(one) }),
    ).rejects.toMatchObject({ problem: "changed" });
    await expect(
      resume(agent, one.checkpoint, { llm, context: { id: 5 }, decisions: approvals(two) }),
    ).rejects.toMatchObject({ problem: "decision" });
    expect(notes.made).toEqual([]);
  });
});

describe("runOrThrow", () => {
  test("throws a MissionError whose step can be resumed", async () => {
    const notes = newNotes();
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const error: unknown = await runOrThrow(agent, { llm }).catch((thrown: unknown) => thrown);
    if (!(error instanceof MissionError)) throw new Error("no MissionError", { cause: error });
    expect(error.message).toBe(
      "waiting: the run waits for tool/refund (approval): continue it with resume and decisions",
    );
    const step = waiting(error.step);
    const end = await resume(agent, step.checkpoint, { llm, decisions: approvals(step) });
    expect(returned(end)).toBe(100);
  });
});

describe("a run that can't wait", () => {
  test("of the program tool never makes the call", async () => {
    const notes = newNotes();
    const tools = {
      ...toolsOf(true, notes),
      job: tool({
        description: "A job.",
        suspends: true,
        execute: () => {
          throw suspend({ reason: "job" });
        },
      }),
    };
    const answer = await createProgramTool({ tools }).run({
      program: "(tool/refund {:id 1})",
    });
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain("approval");
    expect(notes.made).toEqual([]);
  });
});

describe("resume", () => {
  test.each<readonly [string, object]>([
    ["journal", { journal: {} }],
    ["random", { random: () => 0.5 }],
  ])("refuses the option %s, which the checkpoint determines", async (name, more) => {
    const notes = newNotes();
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const step = waiting(await run(agent, { llm }));
    await expect(resume(agent, step.checkpoint, { llm, ...more })).rejects.toThrow(name);
  });

  test("refuses decisions and options of a wrong form", async () => {
    const notes = newNotes();
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const { checkpoint } = waiting(await run(agent, { llm }));
    for (const decisions of [[], new Map(), "approve", null] as unknown as Decisions[])
      await expect(resume(agent, checkpoint, { llm, decisions })).rejects.toThrow("decisions");
    await expect(resume(agent, checkpoint, { llm, checkpointKey: "short" })).rejects.toThrow(
      "checkpointKey",
    );
    await expect(resume(agent, "{}" as unknown as MissionCheckpoint, { llm })).rejects.toThrow(
      "parse it first",
    );
    expect(notes.made).toEqual([]);
  });

  test("leaves the checkpoint as it was", async () => {
    const notes = newNotes();
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const step = waiting(await run(agent, { llm }));
    const json = JSON.stringify(step.checkpoint);
    const frozen = parsed(json);
    const deepFreeze = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      Object.freeze(value);
      Object.values(value).forEach(deepFreeze);
    };
    deepFreeze(frozen);
    expect(returned(await resume(agent, frozen, { llm, decisions: approvals(step) }))).toBe(100);
  });

  test("after an abort ends as cancelled, and the checkpoint still works", async () => {
    const notes = newNotes();
    const agent = defineAgent({ prompt: "Do it.", tools: toolsOf(true, notes) });
    const llm = modelOf({ Do: ["(return (tool/refund {:id 1}))"] }, notes);
    const step = waiting(await run(agent, { llm }));
    const aborted = await resume(agent, step.checkpoint, {
      llm,
      signal: AbortSignal.abort(),
      decisions: approvals(step),
    });
    expect(aborted).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(notes.made).toEqual([]);
    expect(
      returned(await resume(agent, step.checkpoint, { llm, decisions: approvals(step) })),
    ).toBe(100);
  });
});
