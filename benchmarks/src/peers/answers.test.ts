// Checks that the engines return the same result for every workload. Covers our engine and the two
// that load fastest; the comparison itself checks all engines before it measures.
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical.ts";
import { engineNamed } from "./engines.ts";
import { workloads } from "./workloads.ts";

async function answersOf(name: string): Promise<readonly string[]> {
  const engine = await engineNamed(name).load();
  const answers: string[] = [];
  for (const workload of workloads) {
    const ready = await engine.ready(workload);
    answers.push(
      typeof ready === "string" ? ready : canonicalJson(ready.answer(await ready.call())),
    );
  }
  return answers;
}

test(
  "ptc, plain JavaScript and QuickJS return the same result for every program",
  { tags: "full" },
  async () => {
    const ours = await answersOf("ptc");
    expect(await answersOf("plain")).toEqual(ours);
    expect(await answersOf("quickjs")).toEqual(ours);
  },
);

test("workloads have unique names", () => {
  expect(new Set(workloads.map(({ name }) => name)).size).toBe(workloads.length);
});
