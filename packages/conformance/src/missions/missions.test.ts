// Runs the missions with recorded responses of a model. Its programs compute the results from the
// data of a seed.

import { describe, expect, test } from "vitest";
import { Memory } from "@ptc/lisp";
import { successfulStep } from "@ptc/subagent";
import { drive, extendedRecording, summary } from "./drive.ts";
import { expecting, sampleMissions } from "@ptc/evals/internal";
import { playMission } from "./play.ts";
import { readRecording } from "./recordings.ts";

const missionOf = (name: string) => {
  const mission = sampleMissions.find((candidate) => candidate.name === name);
  if (mission === undefined) throw new Error(`no mission ${name}`);
  return mission;
};

/** A cache of played missions. A recorded mission always has the same result. */
const played = new Map<string, ReturnType<typeof playMission>>();
function playedAsRecorded(name: string): ReturnType<typeof playMission> {
  const playing = played.get(name) ?? playMission(missionOf(name), readRecording(name));
  played.set(name, playing);
  return playing;
}

describe("recorded responses to missions", () => {
  test.each(sampleMissions.map(({ name }) => name))(
    "%s: the responses give the correct answer",
    async (name) => {
      const { pending, problems } = await playedAsRecorded(name);
      expect({ pending, problems }).toEqual({ pending: undefined, problems: [] });
    },
  );

  test.each([
    "newsletter-winners",
    "ticket-pages",
    "late-deliveries",
    "parcel-scans",
    "reorder-list",
    "gift-amounts",
    "call-legs",
  ])("%s: the responses give a different, correct answer for other data", async (name) => {
    const [first, second] = [
      await playedAsRecorded(name),
      await playMission(missionOf(name), readRecording(name), { seed: 2 }),
    ];
    expect(second.problems).toEqual([]);
    expect(second.step.ok && first.step.ok && second.step.return).not.toEqual(
      first.step.ok && first.step.return,
    );
  });
});

describe("sample missions", () => {
  test.each(sampleMissions.map((mission) => [mission.name, mission] as const))(
    "a mission without responses is open and lists the pending messages: %s",
    async (name, mission) => {
      const nothing = { ...readRecording(name), answers: [] };
      const { pending, problems } = await playMission(mission, nothing);
      expect(pending?.map(({ role }) => role)).toEqual(["system", "user"]);
      expect(problems).toEqual([]);
    },
  );

  test("a mission with a wrong answer or undone work fails its check", async () => {
    const problemsOf = async (name: string, text: string) =>
      (await playMission(missionOf(name), { ...readRecording(name), answers: [{ text }] }))
        .problems;
    expect(await problemsOf("org-cost", "(return [])")).toEqual([
      "return: has 0 elements instead of 6",
    ]);
    expect(await problemsOf("month-close", "(return {:corrected 0 :balances []})")).toEqual([
      "return.corrected: is 0 instead of 12",
      "posted ",
      "step check was not reported as done",
      "step correct was not reported as done",
      "step report was not reported as done",
    ]);
  });

  test("a mission fails its check if a message contains a firewalled value", () => {
    const step = successfulStep(7, Memory.empty, {
      messages: [{ role: "user", content: "write to ann@mail.example" }],
    });
    expect(expecting(7)(step)).toEqual([]);
    expect(expecting(7, { secrets: ["ann@mail.example"] })(step)).toEqual([
      "a message of role user holds a firewalled value",
    ]);
  });

  test("missions have five kinds; four missions hide values from the model, and one has instructions in its data", async () => {
    const count = (kind: string): number =>
      sampleMissions.filter((mission) => mission.kind === kind).length;
    expect([
      count("data"),
      count("turns"),
      count("repair"),
      count("shape"),
      count("nested"),
    ]).toEqual([8, 7, 5, 20, 10]);
    const messages = await Promise.all(
      sampleMissions.map(async ({ name }) => (await playedAsRecorded(name)).step.messages ?? []),
    );
    const holding = (text: RegExp) =>
      sampleMissions
        .filter((_mission, index) =>
          messages[index]?.some(({ role, content }) => role !== "assistant" && text.test(content)),
        )
        .map(({ name }) => name);
    expect(holding(/<Firewalled>(?! replaces)/)).toEqual([
      "newsletter-winners",
      "unknown-balances",
      "reorder-list",
      "fever-by-ward",
    ]);
    expect(holding(/Ignore all earlier instructions/)).toEqual(["policy-search"]);
  });
});

test("the driver lists finished, open and unanswered missions", async () => {
  const recording = readRecording("org-cost");
  const begun = { ...recording, answers: recording.answers.slice(0, 1) };
  const listed = [recording, begun, { ...recording, answers: [] }].map((known) =>
    summary(missionOf("org-cost"), known),
  );
  expect(await Promise.all(listed)).toEqual([
    expect.stringMatching(/^org-cost\tturns\tright\t2 answers\t/),
    expect.stringMatching(/^org-cost\tturns\topen\t1 answers\t/),
    "org-cost\tturns\tnot answered yet",
  ]);
});

test("the driver shows how a recorded mission ended, refuses more answers, and lists the known missions", async () => {
  const nothing = () => "";
  expect(await drive(["next", "whole-cents"], nothing)).toEqual([
    expect.stringMatching(/^ended: \[\{"month":"2026-01"/),
  ]);
  expect(await drive(["answer", "whole-cents", "file"], nothing)).toEqual([
    "whole-cents has ended; remove answers from its recording to answer anew",
  ]);
  expect((await drive(["next", "nothing-known"], nothing))[1]).toContain(
    "missions: revenue-by-category, ",
  );
});

test("an answer is for the named question, although other branches wait too", async () => {
  const mission = missionOf("same-companies");
  const recording = readRecording(mission.name);
  const begun = { ...recording, answers: recording.answers.slice(0, 1) };
  const { question = "", pending, others } = await playMission(mission, begun);
  expect(others).toBeGreaterThan(0);
  expect((await playMission(mission, begun)).question).toBe(question);
  const answeredOnce = await extendedRecording(mission, begun, "(return nil)", question);
  if (typeof answeredOnce === "string") throw new Error(answeredOnce);
  expect(answeredOnce.answers.at(-1)?.mission).toBe(
    pending?.find(({ role }) => role === "user")?.content,
  );
  expect((await playMission(mission, answeredOnce, { question })).pending).toBeUndefined();
  expect(await extendedRecording(mission, answeredOnce, "1", question)).toBe(
    `question ${question} doesn't wait for an answer; see next same-companies`,
  );
  expect(await extendedRecording(mission, begun, "1")).toBe(
    `${String(others + 1)} questions wait for an answer; name the question that next same-companies shows`,
  );
});
