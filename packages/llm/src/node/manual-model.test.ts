// Tests the manual model, whose request files are always complete when they appear.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createManualModel } from "./manual-model.ts";

test("request files appear only when complete, and the response is read from the file beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "manual-model-"));
  try {
    const model = createManualModel({ folder, pollMs: 1 });
    // Long enough to be written in many chunks.
    const content = "x".repeat(20_000_000);
    const answered = model.generate({ messages: [{ role: "user", content }] });
    const file = join(folder, "request-0001.json");
    while (!existsSync(file)) await turn();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      messages: [{ role: "user", content }],
    });
    expect(readdirSync(folder)).toEqual(["request-0001.json"]);
    writeFileSync(join(folder, "answer-0001.txt"), "It is 42.");
    expect(await answered).toMatchObject({ text: "It is 42." });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a run that continues finds its answers by content, in any order, and fails where none is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "manual-model-"));
  try {
    const open = () => createManualModel({ folder, continues: true, waits: false, readable: true });
    const request = (content: string, requestId: string) => ({
      messages: [{ role: "user" as const, content }],
      tools: [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }],
      requestId,
    });
    const first = open();
    for (const content of ["one", "two", "one"])
      await expect(first.generate(request(content, "a"))).rejects.toMatchObject({
        kind: "recording_exhausted",
        message: expect.stringContaining("waits for an answer in") as string,
      });
    const text = readFileSync(join(folder, "request-0002.md"), "utf8");
    expect(text).toContain("=== user\ntwo\n");
    expect(text).toContain("look: Looks.");
    expect(text).toContain("to answer-0002.txt.");
    writeFileSync(join(folder, "answer-0002.txt"), "second");
    writeFileSync(join(folder, "answer-0001.json"), '{"calls": [{"tool": "look"}]}');
    const again = open();
    expect(await again.generate(request("two", "b"))).toMatchObject({ text: "second" });
    expect(await again.generate(request("one", "b"))).toMatchObject({
      content: [{ type: "tool-call", toolName: "look", input: {} }],
    });
    // The third request was the same as the first, and has no answer yet.
    await expect(again.generate(request("one", "b"))).rejects.toMatchObject({
      kind: "recording_exhausted",
    });
    expect(readdirSync(folder).filter((name) => name.endsWith("3.json"))).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith("request-"))).toHaveLength(6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
