// Missions with one kind of call that waits, for tests of decisions.

import { expect } from "vitest";
import { approve, CheckpointError, tool, type Decision, type Decisions } from "../../src/index.ts";
import { missionOf, returned, waiting, type Scene } from "./waiting-mission.ts";

/** A tool `refund` whose calls wait, and the calls that reached it. */
export function refunds(more: object = {}) {
  const made: unknown[] = [];
  const refund = tool({
    description: "Refunds.",
    signature: "(id :int, amount :float) -> {paid :float}",
    needsApproval: true,
    execute: ({ id, amount }) => {
      made.push([id, amount]);
      return { paid: amount };
    },
    ...more,
  });
  return { made, tools: { refund } };
}

export const refunding = (form: string): Scene["script"] => ({ Do: [form, "(return :second)"] });
const oneRefund = refunding("(return (tool/refund {:id 7 :amount 120}))");

/** Runs a mission with one call that waits, decides about it, and resumes. */
export async function decided(
  decision: Decision,
  script: Scene["script"] = oneRefund,
  more: object = {},
) {
  const desk = refunds(more);
  const mission = missionOf({ script, tools: desk.tools, options: { collectMessages: true } });
  const step = waiting(await mission.run());
  const [call] = step.pending;
  const end = await mission.resume(step.checkpoint, { [call?.id ?? ""]: decision });
  return { end, step, mission, ...desk };
}

/** Returns a rejected decision's error, after which no call may have been made. */
export async function refusal(
  decisions: Decisions | ((id: string) => Decisions),
  more: object = {},
) {
  const desk = refunds(more);
  const mission = missionOf({ script: oneRefund, tools: desk.tools });
  const step = waiting(await mission.run());
  const id = step.pending[0]?.id ?? "";
  const error: unknown = await mission
    .resume(step.checkpoint, typeof decisions === "function" ? decisions(id) : decisions)
    .catch((thrown: unknown) => thrown);
  expect(desk.made).toEqual([]);
  expect(mission.notes.asked).toEqual(["Do 0"]);
  if (!(error instanceof CheckpointError)) throw new Error("it was accepted", { cause: error });
  // A refused decision changes nothing: the checkpoint can be resumed with another one.
  expect(returned(await mission.resume(step.checkpoint, { [id]: approve() }))).toEqual({
    paid: 120,
  });
  return { problem: error.problem, message: error.message.replaceAll(id, "ID") };
}
