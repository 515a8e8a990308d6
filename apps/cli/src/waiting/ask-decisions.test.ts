import { expect, test } from "vitest";
import { CheckpointError, type Decisions, type MissionStep, type PendingCall } from "@ptc/subagent";
import { askDecisions, type Questions } from "./ask-decisions.ts";
import { decided } from "./decide-and-resume.ts";
import { decisionsOf } from "./decision-options.ts";

function call(number: number, more: Partial<PendingCall> = {}): PendingCall {
  return {
    id: `r/1/${String(number)}`,
    tool: "pay",
    arguments: { amount: number },
    address: { run: "r", turn: 1, path: [], ordinal: number },
    reason: "approval",
    askedAt: 0,
    ...more,
  };
}

/** Returns a person who types these lines, and then ends the input. */
function person(...typed: readonly string[]) {
  const rest = [...typed];
  const lines: string[] = [];
  const questions: Questions = {
    print: (line) => lines.push(line),
    ask: (question, begun = "") => {
      lines.push(`${question}${begun}`);
      return Promise.resolve(rest.shift());
    },
  };
  return { lines, questions };
}

test("a person approves, denies, edits and skips calls", async () => {
  const { lines, questions } = person(
    ...["y", "n", "over budget", "n", ""],
    ...["e", "{amount: 1}", "[1]", '{"amount":1}', "what", "s"],
  );
  const pending = [1, 2, 3, 4, 5].map((number) => call(number));
  expect(Object.fromEntries(await askDecisions(pending, questions))).toEqual({
    "r/1/1": { type: "approve" },
    "r/1/2": { type: "deny", message: "over budget" },
    "r/1/3": { type: "deny", message: "no reason was given" },
    "r/1/4": { type: "approve", arguments: { amount: 1 } },
  });
  expect(lines.slice(0, 6)).toEqual([
    "",
    'Call 1 of 5: tool/pay {"amount":1}',
    "  reason: approval",
    "  asked: 1970-01-01T00:00:00.000Z",
    "  id: r/1/1",
    "Decide (y approve, n deny, e edit, s skip): ",
  ]);
  expect(lines).toContain('Arguments as JSON: {"amount":4}');
  expect(lines.join("\n")).toContain("The arguments aren't JSON: ");
  expect(lines).toContain('The arguments must be a JSON object such as {"amount":100}.');
  expect(lines).toContain("Arguments as JSON: [1]");
  expect(lines).toContain("Type one of the letters: y approve, n deny, e edit, s skip.");
});

test("a call that waits for something else is answered with JSON or text", async () => {
  const asked = call(1, { reason: "question", data: { question: "Name?\u001b[31m" } });
  const { lines, questions } = person("a", "Ada", "a", '{"n":1}');
  const decisions = await askDecisions([asked, { ...asked, id: "r/1/2" }], questions);
  expect(Object.fromEntries(decisions)).toEqual({
    "r/1/1": { type: "answer", result: "Ada" },
    "r/1/2": { type: "answer", result: { n: 1 } },
  });
  expect(lines.join("")).not.toMatch(/\p{Cc}/u);
});

test("the end of the input keeps earlier decisions, and leaves the other calls", async () => {
  const { questions } = person("y", "e");
  const decisions = await askDecisions([call(1), call(2), call(3)], questions);
  expect([...decisions.keys()]).toEqual(["r/1/1"]);
});

test("asks again about a call whose decision is refused, and about no other", async () => {
  const { lines, questions } = person("y", "e", '{"amount":"x"}', "y");
  const given: Decisions[] = [];
  const end = {} as MissionStep;
  const step = await decided([call(1), call(2)], questions, (decisions) => {
    given.push(decisions);
    return given.length === 1
      ? Promise.reject(new CheckpointError("decision", 'decisions["r/1/2"]: amount: no number'))
      : Promise.resolve(end);
  });
  expect(step).toBe(end);
  expect(given[1]).toEqual({ "r/1/1": { type: "approve" }, "r/1/2": { type: "approve" } });
  expect(lines).toContain(`The decision doesn't fit: decisions["r/1/2"]: amount: no number`);
  expect(lines.at(-5)).toContain("Call 1 of 1: tool/pay");
});

const none = { approve: [], deny: [], edit: [], answer: [] };

test("options name calls by their ids, with or without the id of the run", () => {
  const pending = [call(1), call(2), call(3), call(4), call(5, { id: "r/1/t.a=b/0" })];
  const decisions = decisionsOf(pending, {
    approve: ["r/1/1", "all"],
    deny: ["1/2=over=budget", "1/t.a=b/0=no"],
    edit: ['r/1/3={"amount":9}'],
    answer: ["1/4=done"],
  });
  expect(Object.fromEntries(decisions)).toEqual({
    "r/1/1": { type: "approve" },
    "r/1/2": { type: "deny", message: "over=budget" },
    "r/1/3": { type: "approve", arguments: { amount: 9 } },
    "r/1/4": { type: "answer", result: "done" },
    "r/1/t.a=b/0": { type: "deny", message: "no" },
  });
  expect(Object.fromEntries(decisionsOf([call(1)], { ...none, deny: ["all=later"] }))).toEqual({
    "r/1/1": { type: "deny", message: "later" },
  });
});

test.each([
  [{ approve: ["r/1/7"] }, "--approve r/1/7: no call with this id waits; pending: r/1/1"],
  [{ approve: ["r/1/1=x"] }, "--approve r/1/1=x: expected only an id (change arguments"],
  [{ approve: ["r/1/1"], deny: ["1/1"] }, "--deny: there are two decisions about r/1/1"],
  [{ approve: ["all"], deny: ["all"] }, "there are two decisions about all calls"],
  [{ edit: ["r/1/1"] }, "--edit r/1/1: expected ID=JSON"],
  [{ edit: ["r/1/1={"] }, "--edit r/1/1={: The arguments aren't JSON"],
  [{ edit: ["all={}"] }, "--edit needs the id of one call"],
  [{ answer: ["r/1/1"] }, "--answer r/1/1: expected ID=JSON"],
])("refuses %j", (options, message) => {
  expect(() => decisionsOf([call(1)], { ...none, ...options })).toThrow(message);
});
