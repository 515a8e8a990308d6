// Checks that the engines give the same answers for every workload. Here these are our engine and
// the two that load fastest; the comparison itself checks all of them before it measures.
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

test("ours, plain JavaScript and QuickJS answer every program alike", async () => {
  const ours = await answersOf("ptc");
  expect(await answersOf("plain")).toEqual(ours);
  expect(await answersOf("quickjs")).toEqual(ours);
});

test("a workload has a name of its own", () => {
  expect(new Set(workloads.map(({ name }) => name)).size).toBe(workloads.length);
});
