import { expect, test } from "vitest";
import { ModelError, createScriptedModel, type LanguageModel } from "@ptc/llm";
import { defineAgent, run } from "../../../index.ts";
import { Traffic } from "./traffic.ts";

const agent = defineAgent({
  prompt: "p",
  tools: { rows: { description: "Lists rows.", execute: () => [1, 2, 3] }, nothing: () => null },
});

async function summaryOf(llm: LanguageModel | (() => Promise<string>)): Promise<string> {
  const traffic = new Traffic();
  await run(agent, { llm, trace: traffic });
  return traffic.summary();
}

const unauthorized = () => new ModelError({ kind: "auth", message: "wrong key" });

test.each<[what: string, answers: Parameters<typeof createScriptedModel>[0], summary: RegExp]>([
  [
    "requests and calls",
    ["(return (tool/rows))"],
    /^the model read about [\d,]+ tokens in 1 request and wrote about \d+; the tools returned 7 bytes in 1 call \(about 2 tokens if the model had read them\)$/,
  ],
  [
    "a run without calls",
    ["(return 1)"],
    /^the model read about [\d,]+ tokens in 1 request and wrote about \d+$/,
  ],
])("summarizes %s", async (_, answers, summary) => {
  expect(await summaryOf(createScriptedModel(answers))).toMatch(summary);
});

test("reports a failed request instead of counts of zero", async () => {
  const failing = () => Promise.reject(unauthorized());
  expect(await summaryOf(failing)).toBe("1 request to the model failed");
});

test("reports failed requests beside the others", async () => {
  let count = 0;
  const summary = await summaryOf(() =>
    count++ === 0 ? Promise.resolve("(tool/rows)") : Promise.reject(unauthorized()),
  );
  expect(summary).toMatch(
    /^the model read about [\d,]+ tokens in 2 requests and wrote about \d+; 1 request to the model failed; the tools returned 7 bytes in 1 call \(/,
  );
});

test("reports a run that made no request", () => {
  expect(new Traffic().summary()).toBe("the model received no request");
});
