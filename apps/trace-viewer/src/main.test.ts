import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "./main.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trace-viewer-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the command. Its server would end at once. */
async function command(...words: readonly string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await main(words, {
    folder,
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
    signal: AbortSignal.abort(),
  });
  return { code, text: lines.join("\n"), errors: errors.join("\n") };
}

describe("ptc-trace-viewer", () => {
  test("prints its help and its version", async () => {
    expect(await command("--help")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Usage: ptc-trace-viewer/) as string,
    });
    expect((await command("--version")).text).toMatch(/^\d+\.\d+\.\d+/);
  });

  test.each([
    [["--frob"], "Unknown option '--frob'"],
    [["a", "b"], 'unexpected argument "b"'],
    [["--port", "x"], "--port needs a whole number from 0 to 65535"],
    [["--port", "70000"], "--port needs a whole number from 0 to 65535"],
    [["--port", "1", "--html", "a.html"], "--port can't be used with --html"],
  ])("refuses %j", async (words, message) => {
    const { code, errors } = await command(...words);
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(errors).toContain('Run "ptc-trace-viewer --help" for its options.');
  });

  test("reports that the traces are missing, and writes no page", async () => {
    const { code, errors } = await command("nowhere", "--html", "out.html");
    expect(code).toBe(1);
    expect(errors).toContain("nowhere: ");
    expect(existsSync(join(folder, "out.html"))).toBe(false);
  });
});
