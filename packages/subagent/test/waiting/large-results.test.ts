import { turnQueue } from "@ptc/core/internal/task";
import { describe, expect, test, vi } from "vitest";
import { tool } from "../../src/index.ts";
import { approvals, missionOf, returned, waiting } from "./waiting-mission.ts";

const script = {
  Do: [
    "(def rows (tool/rows {}))",
    "(def next (tool/next {}))",
    "(def paid (tool/pay {})) (return [(count rows) (:id (last rows)) paid])",
  ],
};

/** A mission that reads rows, and then needs an approval. */
function missionWith(rows: readonly unknown[], isLater: boolean) {
  const turn = vi.spyOn(turnQueue, "enter");
  const made: string[] = [];
  const seen = { turns: 0 };
  const tools = {
    rows: tool({
      execute: () => {
        made.push("rows");
        turn.mockClear();
        return isLater ? Promise.resolve(rows) : rows;
      },
    }),
    next: tool({
      execute: () => {
        seen.turns = turn.mock.calls.length;
        return 1;
      },
    }),
    pay: tool({ needsApproval: true, execute: () => "paid" }),
  };
  return { mission: missionOf({ script, tools }), made, seen };
}

describe.each([
  ["at once", false],
  ["later", true],
])("a large result that came %s", (_, isLater) => {
  const rows = Array.from({ length: 16_000 }, (_, id) => ({ id, when: new Date(id) }));

  test("gives other work of the host its turns, and is the same after a resume", async () => {
    const small = missionWith([{ id: 1 }], isLater);
    await small.mission.run();
    const { mission, made, seen } = missionWith(rows, isLater);
    const step = waiting(await mission.run());
    expect(seen.turns - small.seen.turns).toBeGreaterThan(3);
    const stored = JSON.parse(JSON.stringify(step.checkpoint)) as typeof step.checkpoint;
    expect(returned(await mission.resume(stored, approvals(step)))).toEqual([
      16_000,
      15_999,
      "paid",
    ]);
    expect(made).toEqual(["rows"]);
  });
});
