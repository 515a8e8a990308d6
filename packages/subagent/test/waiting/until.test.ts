import { expect, test } from "vitest";
import { answer, defineAgent, resume, run, suspend, tool } from "../../src/index.ts";
import { fenced } from "../missions.ts";

let now = 1_000;
const clock = { now: () => now, monotonic: () => 0 };
const llm = () => Promise.resolve(fenced("(return (tool/report {:id 7}))"));

function world(needsApproval: boolean) {
  const jobs: string[] = [];
  const report = tool({
    description: "Returns a report.",
    signature: "(id :int) -> :string",
    suspends: true,
    needsApproval,
    execute: ({ id }, { callId }) => {
      if (now < 5_000) {
        jobs.push(callId);
        throw suspend({ reason: "a long job", until: 5_000, data: { job: `job-${String(id)}` } });
      }
      return `report ${String(id)}`;
    },
  });
  return { jobs, agent: defineAgent({ prompt: "Report.", tools: { report } }) };
}

test("a suspended call is made again after its time, with the same id", async () => {
  now = 1_000;
  const { agent, jobs } = world(false);
  const step = await run(agent, { llm, clock });
  if (step.status !== "waiting") throw new Error("it should wait");
  expect(step.pending).toMatchObject([
    { reason: "a long job", until: 5_000, data: { job: "job-7" }, arguments: { id: 7 } },
  ]);
  const early = await resume(agent, step.checkpoint, { llm, clock });
  expect(early.status).toBe("waiting");
  now = 6_000;
  const ended = await resume(agent, step.checkpoint, { llm, clock });
  expect(ended).toMatchObject({ ok: true, return: "report 7" });
  expect(jobs).toEqual([step.pending[0]?.id]);
});

test("a time in an unsigned checkpoint doesn't approve a call", async () => {
  now = 1_000;
  const { agent } = world(true);
  const step = await run(agent, { llm, clock });
  if (step.status !== "waiting") throw new Error("it should wait");
  const forged = {
    ...step.checkpoint,
    pending: step.checkpoint.pending.map((call) => ({ ...call, until: 1 })),
  };
  const again = await resume(agent, forged, { llm, clock });
  expect(again.status).toBe("waiting");
  const id = step.pending[0]?.id ?? "";
  const answered = await resume(agent, forged, {
    llm,
    clock,
    decisions: { [id]: answer("from a person") },
  });
  expect(answered).toMatchObject({ ok: true, return: "from a person" });
});

test("the time of a signed checkpoint continues a call of a tool with an approval rule", async () => {
  now = 1_000;
  const { agent } = world(true);
  const keys = { checkpointKey: "a secret of sixteen bytes" };
  const first = await run(agent, { llm, clock, ...keys });
  if (first.status !== "waiting") throw new Error("it should wait");
  const id = first.pending[0]?.id ?? "";
  const second = await resume(agent, first.checkpoint, {
    llm,
    clock,
    ...keys,
    decisions: { [id]: { type: "approve" } },
  });
  if (second.status !== "waiting") throw new Error("it should wait for its job");
  expect(second.pending).toMatchObject([{ reason: "a long job", until: 5_000 }]);
  now = 6_000;
  const ended = await resume(agent, second.checkpoint, { llm, clock, ...keys });
  expect(ended).toMatchObject({ ok: true, return: "report 7" });
});
