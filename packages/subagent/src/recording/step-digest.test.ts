import { Firewall } from "@ptc/core/firewall";
import { expect, test } from "vitest";
import { defineAgent, run } from "../index.ts";
import { HiddenJson } from "./hidden-json.ts";
import { createRunRecorder, readRunRecording, replay } from "./index.ts";
import { stepDigest } from "./step-digest.ts";

const agent = defineAgent({ prompt: "Look.", tools: { look: ({ id }) => ({ id, name: "ä" }) } });
const llm = () => Promise.resolve("(return (mapv (fn [id] (tool/look {:id id})) [1 2]))");
const earlier = "0".repeat(16);

async function recorded() {
  const lines: string[] = [];
  const record = createRunRecorder({ write: (line) => void lines.push(line) });
  const step = await run(agent, { llm, record });
  return { step, lines };
}

test("a recording of an earlier release is compared with a digest of its form", async () => {
  const { step, lines } = await recorded();
  const digest = stepDigest(step, new HiddenJson(new Firewall()), { like: earlier });
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  const end = JSON.parse(lines.at(-1) ?? "") as object;
  const replayed = async (given: string) =>
    (
      await replay(
        agent,
        readRunRecording(
          [...lines.slice(0, -1), JSON.stringify({ ...end, digest: given })].join("\n"),
        ),
      )
    ).isSame;
  expect(await replayed(digest)).toBe(true);
  expect(await replayed(earlier)).toBe(false);
});

test("a digest is the same whether calls are searched for values to hide, or not", async () => {
  const { step } = await recorded();
  const digestOf = (areCallsClear: boolean) =>
    stepDigest(step, new HiddenJson(new Firewall()), { areCallsClear });
  expect(digestOf(true)).toBe(digestOf(false));
  expect(digestOf(true)).toMatch(/^2-[0-9a-f]{16}$/);
});
