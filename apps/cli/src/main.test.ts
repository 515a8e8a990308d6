import { expect, test } from "vitest";
import { ptc } from "../test/memory-host.ts";
import { commands } from "./commands/command-table.ts";
import { version } from "./version.ts";

test("ptc --help lists every command, and each command has its own help", async () => {
  const general = await ptc(["--help"]);
  expect(general).toMatchObject({ code: 0, errors: "" });
  for (const command of commands.values()) {
    expect(general.output).toContain(`ptc ${command.name}`);
    const help = await ptc([command.name, "--help"]);
    expect(help).toMatchObject({ code: 0, errors: "" });
    for (const option of Object.keys(command.options)) expect(help.output).toContain(`--${option}`);
    expect(Math.max(...help.output.split("\n").map((line) => line.length))).toBeLessThanOrEqual(
      100,
    );
  }
});

test("ptc help shows the help too", async () => {
  expect(await ptc(["help"])).toEqual(await ptc(["--help"]));
  expect(await ptc(["help", "eval"])).toEqual(await ptc(["eval", "--help"]));
  expect((await ptc(["help", "evl"])).errors).toContain(
    'unknown command "evl" (did you mean `eval`',
  );
});

test("ptc --version prints the version of the package", async () => {
  expect(await ptc(["-v"])).toEqual(await ptc(["--version"]));
  expect(await ptc(["--version"])).toEqual({ code: 0, output: `${version()}\n`, errors: "" });
  expect(version()).toMatch(/^\d+\.\d+\.\d+/);
});

test.each([
  [
    ["evl"],
    'ptc: unknown command "evl" (did you mean `eval` or `repl`?)\nRun "ptc --help" for its arguments and options.\n',
  ],
  [
    ["\u001b[2J"],
    'ptc: unknown command "\\u001b[2J"\nRun "ptc --help" for its arguments and options.\n',
  ],
  [
    ["--hlep"],
    'ptc: unknown option "--hlep" (did you mean `--help`?)\nRun "ptc --help" for its arguments and options.\n',
  ],
  [
    ["eval", "--contxt", "x"],
    'ptc eval: unknown option "--contxt" (did you mean `--context`?)\nRun "ptc eval --help" for its arguments and options.\n',
  ],
  [
    ["run", "a", "b"],
    'ptc run: unexpected argument "b" (expected <mission folder>)\nRun "ptc run --help" for its arguments and options.\n',
  ],
  [
    ["run"],
    'ptc run: missing mission folder\nRun "ptc run --help" for its arguments and options.\n',
  ],
  [
    ["repl", "x"],
    'ptc repl: unexpected argument "x" (expected no arguments)\nRun "ptc repl --help" for its arguments and options.\n',
  ],
])("wrong usage prints one message and exits with code 2: %j", async (commandLine, errors) => {
  expect(await ptc(commandLine)).toEqual({ code: 2, output: "", errors });
});

test.each([[[]], [["--"]]])(
  "without a command, ptc prints its help to standard error: %j",
  async (words) => {
    const { code, output, errors } = await ptc(words);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toBe((await ptc(["--help"])).output);
  },
);
