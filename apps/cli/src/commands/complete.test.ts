import { describe, expect, test, vi } from "vitest";
import { ptc } from "../../test/memory-host.ts";
import { providers } from "../models/provider-table.ts";
import { commands } from "./command-table.ts";

/** Returns the completions, and the last line. */
async function offered(...words: string[]): Promise<readonly [readonly string[], string]> {
  const { code, output, errors } = await ptc(["complete", "--", ...words]);
  expect([code, errors]).toEqual([0, ""]);
  const lines = output.trimEnd().split("\n");
  return [lines.slice(0, -1).map((line) => line.split("\t")[0] ?? ""), lines.at(-1) ?? ""];
}

const [nothing, files, beginning] = [":4", ":0", ":6"];

describe("ptc complete --", () => {
  test("completes commands, including after help", async () => {
    expect(await offered("")).toEqual([[...commands.keys(), "help"], nothing]);
    expect(await offered()).toEqual(await offered(""));
    expect(await offered("re")).toEqual([["resume", "replay", "repl"], nothing]);
    expect(await offered("help", "e")).toEqual([["eval", "eval-missions"], nothing]);
  });

  test("completes the options of a command with their descriptions", async () => {
    const [words] = await offered("eval", "--");
    for (const name of Object.keys(commands.get("eval")?.options ?? {}))
      expect(words).toContain(`--${name}`);
    expect(await offered("eval", "(+ 1 2)", "--js")).toEqual([["--json"], nothing]);
    expect((await ptc(["complete", "--", "run", "--jo"])).output).toMatch(/^--journal\tstore task/);
    expect(await offered("--v")).toEqual([["--version"], nothing]);
  });

  test("leaves file names to the shell", async () => {
    for (const words of [
      ["eval", ""],
      ["check", "a.clj", "b"],
      ["eval", "1", "--context", ""],
      ["eval", "1", "-c", "da"],
      ["run", "--journal", ""],
      ["replay", "run.jsonl", ""],
    ])
      expect(await offered(...words)).toEqual([[], files]);
    for (const words of [
      ["eval", "1", ""],
      ["eval", "1", "--steps", ""],
      ["repl", ""],
      ["nowhere", ""],
    ])
      expect(await offered(...words)).toEqual([[], nothing]);
  });

  test("completes known values of options", async () => {
    const models = [...Object.keys(providers), "manual"].map((name) => `${name}:`);
    expect(await offered("run", "m", "--model", "")).toEqual([models, beginning]);
    expect(await offered("run", "--model=o")).toEqual([
      models.filter((model) => model.startsWith("o")),
      beginning,
    ]);
    expect((await offered("run", "--model", "openai:"))[0]).toEqual([]);
    expect(await offered("complete", "f")).toEqual([["fish"], nothing]);
  });

  test("prints only to the host's output", async () => {
    const log = vi.spyOn(console, "log");
    await offered("ev");
    await ptc(["complete", "bash"]);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});

describe("ptc complete", () => {
  test.each(["bash", "zsh", "fish", "powershell"])("prints the script for %s", async (shell) => {
    const { code, output, errors } = await ptc(["complete", shell]);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain(`${shell} completion for ptc`);
    expect(output).toMatch(/ptc complete '?--/);
  });

  test.each([[], ["csh"], ["bash", "zsh"]])(
    "reports a missing or unknown shell for %j",
    async (...words) => {
      expect(await ptc(["complete", ...words])).toEqual({
        code: 2,
        output: "",
        errors: expect.stringContaining(
          "ptc complete: unknown shell: use bash, zsh, fish",
        ) as string,
      });
    },
  );
});
