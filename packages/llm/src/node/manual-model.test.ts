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
