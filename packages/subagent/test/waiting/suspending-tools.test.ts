// Tools that suspend themselves in missions that wait.

import { describe, expect, test } from "vitest";
import { answer, suspend, tool } from "../../src/index.ts";
import { approvals, missionOf, returned, waiting } from "./waiting-mission.ts";

describe("a tool that suspends itself", () => {
  function jobs(more: object = {}) {
    const calls: string[] = [];
    let isDone = false;
    const job = tool({
      description: "Starts a job.",
      signature: "(id :int) -> {rows :int}",
      suspends: true,
      execute: async ({ id }, { callId }) => {
        await Promise.resolve();
        calls.push(callId);
        if (isDone) return { rows: id };
        throw suspend({ reason: "job runs", until: 9_000, data: { job: id, _key: "s" } });
      },
      ...more,
    });
    return {
      calls,
      tools: { job },
      done: () => {
        isDone = true;
      },
    };
  }
  const script = { Do: ["(return (:rows (tool/job {:id 4})))"] };
  const at = (now: number) => ({ options: { clock: { now: () => now, monotonic: () => 0 } } });

  test("waits with its reason, time and data, and continues with an answer", async () => {
    const { calls, tools } = jobs();
    const mission = missionOf({ script, tools });
    const step = waiting(await mission.run());
    expect(step.pending).toMatchObject([
      { tool: "job", reason: "job runs", until: 9_000, data: { job: 4, _key: "<Firewalled>" } },
    ]);
    const id = step.pending[0]?.id ?? "";
    await expect(mission.resume(step.checkpoint, { [id]: answer({ rows: "x" }) })).rejects.toThrow(
      `decisions["${id}"]: `,
    );
    expect(returned(await mission.resume(step.checkpoint, { [id]: answer({ rows: 12 }) }))).toBe(
      12,
    );
    expect(calls).toHaveLength(1);
  });

  test("shows data with names that begin with $ as they are, in every pass", async () => {
    const data = { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" };
    const ask = tool({
      description: "Asks.",
      signature: "(id :int) -> :string",
      suspends: true,
      execute: () => {
        throw suspend({ reason: "asks", data });
      },
    });
    const mission = missionOf({ script: { Do: ["(return (tool/ask {:id 4}))"] }, tools: { ask } });
    const first = waiting(await mission.run());
    const second = waiting(await mission.resume(first.checkpoint, {}));
    expect([first, second].map(({ pending }) => pending[0]?.data)).toEqual([data, data]);
  });

  test("says that it wasn't answered in time", async () => {
    const { tools } = jobs({ approvalTimeoutMs: 500 });
    const source = "(return (try (tool/job {:id 4}) (catch Exception e (ex-message e))))";
    const mission = missionOf({ script: { Do: [source] }, tools });
    const step = waiting(await mission.run(at(1_000)));
    const ended = await mission.resume(step.checkpoint, {}, at(2_000));
    expect(returned(ended)).toBe("the call was not answered in time");
  });

  test("is called again with an approval, and may wait again", async () => {
    const { calls, tools, done } = jobs();
    const mission = missionOf({ script, tools });
    const first = waiting(await mission.run());
    const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
    expect(second.pending).toEqual(first.pending);
    const third = waiting(await mission.resume(second.checkpoint, {}));
    expect(calls).toHaveLength(2);
    done();
    expect(returned(await mission.resume(third.checkpoint, approvals(third)))).toBe(4);
    expect(new Set(calls).size).toBe(1);
    expect(calls).toHaveLength(3);
    expect(mission.notes.asked).toEqual(["Do 0"]);
  });

  test.each([{}, { checkpointKey: "a key of this application" }])(
    "continues after its time without a decision %o",
    async (keys) => {
      const { calls, tools, done } = jobs();
      const mission = missionOf({ script, tools });
      const step = waiting(await mission.run({ options: keys }));
      done();
      const passed = { options: { ...at(9_000).options, ...keys } };
      expect(returned(await mission.resume(step.checkpoint, {}, passed))).toBe(4);
      expect(calls).toHaveLength(2);
    },
  );

  test("beside an approval waits twice", async () => {
    const { calls, tools, done } = jobs({ needsApproval: true });
    const mission = missionOf({ script, tools });
    const first = waiting(await mission.run());
    expect(first.pending).toMatchObject([{ reason: "approval" }]);
    expect(calls).toEqual([]);
    const second = waiting(await mission.resume(first.checkpoint, approvals(first)));
    expect(second.pending).toMatchObject([{ reason: "job runs", id: first.pending[0]?.id }]);
    // Anyone could have written such a time into an unsigned checkpoint.
    const third = waiting(await mission.resume(second.checkpoint, {}, at(9_000)));
    done();
    expect(returned(await mission.resume(third.checkpoint, approvals(third)))).toBe(4);
    expect(calls).toHaveLength(2);
  });
});
