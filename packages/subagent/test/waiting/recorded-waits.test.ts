// Missions that are recorded and wait: each pass can be recorded, and the recording of the last one
// has the whole run.

import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  answer,
  approve,
  asTool,
  checkpointOf,
  defineAgent,
  deny,
  fork,
  resume,
  run,
  suspend,
  tool,
  type Agent,
  type CheckpointEntry,
  type Decision,
  type MissionOptions,
  type MissionStep,
} from "../../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../../src/recording/index.ts";
import { fenced } from "../missions.ts";
import { expectSame } from "../recorded-run.ts";

const shared = { description: "Works.", signature: "(id :int) -> :string" } as const;
const tools = {
  look: tool({ ...shared, execute: ({ id }) => Promise.resolve(`look ${String(id)}`) }),
  refund: tool({
    ...shared,
    needsApproval: ({ id }) => Promise.resolve(id > 1),
    execute: ({ id }) => `refund ${String(id)}`,
  }),
  report: tool({
    ...shared,
    suspends: true,
    execute: ({ id }) => {
      throw suspend({ reason: "waits for the report", data: { job: id } });
    },
  }),
  broken: tool({
    ...shared,
    needsApproval: () => {
      throw new Error("no rule");
    },
    execute: () => "never",
  }),
};
const desk = asTool(
  defineAgent({ prompt: "Desk {{id}}.", ...shared, tools: { refund: tools.refund } }),
);

/** Records one pass of a mission. */
async function passOf(
  agent: Agent,
  llm: NonNullable<MissionOptions["llm"]>,
  before?: { readonly step: MissionStep; readonly decide: (tool: string, id: unknown) => Decision },
) {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const options = { llm, record, context: { _iban: "DE89", name: "Ann" } };
  let step: MissionStep;
  if (before?.step.status === "waiting") {
    const decisions = Object.fromEntries(
      before.step.pending.map((call) => [call.id, before.decide(call.tool, call.arguments["id"])]),
    );
    step = await resume(agent, before.step.checkpoint, { ...options, decisions });
  } else step = await run(agent, options);
  expect(record.error).toBeUndefined();
  return { step, recording: readRunRecording(lines.join("")), text: lines.join("") };
}

function modelOf(programs: readonly string[]) {
  return createScriptedModel(programs.map(fenced));
}

/** Decides about the calls of a mission until it ends. Returns its last pass. */
async function ended(
  agent: Agent,
  programs: readonly string[],
  decide: (tool: string, id: unknown) => Decision,
) {
  const llm = modelOf(programs);
  let pass = await passOf(agent, llm);
  let count = 1;
  for (; pass.step.status === "waiting" && count < 6; count++)
    pass = await passOf(agent, llm, { step: pass.step, decide });
  return { ...pass, count };
}

describe("a mission that is recorded and waits", () => {
  const agent = defineAgent({ prompt: "Work.", tools: { ...tools, desk }, maxTurns: 3 });
  const caught = (form: string) => `(try ${form} (catch Exception e (ex-message e)))`;
  test.each([
    ["an approval", "(return (tool/refund {:id 2}))", "refund 2"],
    ["no approval by its rule", "(return (tool/refund {:id 1}))", "refund 1"],
    ["a denial", `(return ${caught("(tool/refund {:id 3})")})`, "the call was denied: over budget"],
    ["an edit", "(return (tool/refund {:id 4}))", "refund 40"],
    ["a result in place of a call", "(return (tool/refund {:id 5}))", "given"],
    ["a suspension", "(return (tool/report {:id 6}))", "given"],
    ["a rule that fails", `(return ${caught("(tool/broken {:id 7})")})`, expect.any(String)],
    [
      "parallel calls",
      `(return (pmap (fn [id] ${caught("(str (tool/look {:id id}) (tool/refund {:id id}))")}) [1 2 3]))`,
      ["look 1refund 1", "look 2refund 2", "the call was denied: over budget"],
    ],
  ])("has a replay with %s", async (_, program, result) => {
    const decide = (name: string, id: unknown): Decision => {
      if (name === "report" || id === 5) return answer("given");
      if (id === 3) return deny("over budget");
      return id === 4 ? approve({ arguments: { id: 40 } }) : approve();
    };
    const { step, recording } = await ended(agent, [program], decide);
    expect(step.ok && step.return).toEqual(result);
    await expectSame(agent, recording, step);
  });

  test("has a replay if calls of child missions waited in several turns", async () => {
    const programs = [
      "(def first (tool/refund {:id 2}))",
      "(return [first (tool/desk {:id 3})])",
      "(return (tool/refund {:id data/id}))",
    ];
    const { step, recording, count } = await ended(agent, programs, () => approve());
    expect(step.ok && step.return).toEqual(["refund 2", "refund 3"]);
    expect(count).toBe(3);
    await expectSame(agent, recording, step);
  });

  test("has the effects before its wait in the recording of its first pass", async () => {
    const programs = ["(do (tool/look {:id 1}) (return (tool/refund {:id 2})))"];
    const { step, recording } = await passOf(agent, modelOf(programs));
    expect(step.status).toBe("waiting");
    expect(recording.end).toBeUndefined();
    expect(recording.effects.map(({ effect }) => effect.type)).toEqual(
      expect.arrayContaining(["mission", "model", "tool", "rule"]),
    );
    const { divergence } = await replay(agent, recording);
    expect(divergence?.message).toContain("it was interrupted, so it ends before the run");
  });

  test("hides firewalled values of edits", async () => {
    const secret = defineAgent({
      prompt: "Pay.",
      tools: {
        pay: tool({
          description: "Pays.",
          signature: "(_to :string, note :string) -> :string",
          needsApproval: true,
          execute: ({ note }) => note,
        }),
      },
    });
    const programs = ['(return (tool/pay {:_to data/_iban :note "x"}))'];
    const decide = (): Decision => approve({ arguments: { _to: "<Firewalled>", note: "y" } });
    const { step, recording, text } = await ended(secret, programs, decide);
    expect(step.ok && step.return).toBe("y");
    expect(text).not.toContain("DE89");
    expect(await replay(secret, recording)).toMatchObject({ isSame: true });
  });

  test("has a replay if a call may have run before the process was killed", async () => {
    const programs = ["(return [(tool/look {:id 1}) (tool/refund {:id 2})])"];
    const entries: CheckpointEntry[] = [];
    await run(agent, {
      llm: modelOf(programs),
      context: { _iban: "DE89", name: "Ann" },
      onCheckpoint: (entry) => {
        entries.push(entry);
      },
    });
    const begun = entries.findIndex(({ type }) => type === "begins");
    const checkpoint = await checkpointOf(entries.slice(0, begun + 1));
    const killed = { status: "waiting", checkpoint, pending: checkpoint.pending };
    let pass = await passOf(agent, modelOf(programs), {
      step: killed as unknown as MissionStep,
      decide: () => answer("looked"),
    });
    pass = await passOf(agent, modelOf(programs), { step: pass.step, decide: () => approve() });
    expect(pass.step.ok && pass.step.return).toEqual(["looked", "refund 2"]);
    await expectSame(agent, pass.recording, pass.step);
  });

  test("is refused with a turn that begins again, and after a fork", async () => {
    const programs = ["(return (tool/refund {:id 2}))"];
    const { step } = await passOf(agent, modelOf(programs));
    if (step.status !== "waiting") throw new Error("expected a mission that waits");
    const options = {
      llm: modelOf(programs),
      context: { _iban: "DE89", name: "Ann" },
    };
    const newRecorder = () => createRunRecorder({ write: () => undefined });
    await expect(
      resume(agent, step.checkpoint, {
        ...options,
        record: newRecorder(),
        onChange: "restart-turn",
      }),
    ).rejects.toThrow('option `record`: needs `onChange: "fail"`');
    const forked = await fork(step.checkpoint, { at: 1 });
    await expect(resume(agent, forked, { ...options, record: newRecorder() })).rejects.toThrow(
      "option `record`: can't record a run that was forked",
    );
  });
});
