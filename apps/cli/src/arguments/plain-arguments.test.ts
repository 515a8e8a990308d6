import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commands } from "../commands/command-table.ts";
import type { CommandLine } from "./parse-command-line.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import type { CommandSpec } from "./command-spec.ts";
import { plainArguments } from "./plain-arguments.ts";

const options = [...commands.values()].flatMap((command) => Object.entries(command.options));
const word = fc.oneof(
  fc.constantFrom(...options.map(([name]) => `--${name}`)),
  fc.constantFrom(
    ...options.flatMap(([, { short }]) => (short === undefined ? [] : [`-${short}`])),
  ),
  fc.constantFrom(
    "-",
    "--",
    "",
    "-h",
    "--help",
    "-1",
    "-fx",
    "--file=x",
    "--json=",
    "--constructor",
  ),
  fc.string(),
);

function byCommander(words: readonly string[]): CommandLine<CommandSpec> | undefined {
  try {
    return parseCommandLine(commands, words, { version: "1", style: (_name, text) => text });
  } catch {
    return undefined;
  }
}

describe("plainArguments", () => {
  test("parses arguments like commander", () => {
    let count = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...commands.values()),
        fc.array(word, { maxLength: 5 }),
        (command, words) => {
          const parsed = plainArguments(command, words);
          if (parsed === undefined) return;
          count++;
          expect(byCommander([command.name, ...words])).toEqual({
            kind: "command",
            command,
            parsed,
          });
        },
      ),
      { numRuns: 1_000 },
    );
    expect(count).toBeGreaterThan(50);
  });

  test.each([
    ["eval", ["(+ 1 2)", "--json", "-c", "-", "--steps", "1e6"]],
    ["eval", []],
    ["check", ["a.clj", "b.clj", "--tools", "a,b"]],
    ["fmt", ["-w", "a.clj"]],
  ] as const)("parses %s %j", (name, words) => {
    const command = commands.get(name);
    expect(command && plainArguments(command, words)).toBeDefined();
  });

  test.each([
    ["eval", ["--help"]],
    ["eval", ["1", "--jsn"]],
    ["eval", ["--", "-x"]],
    ["eval", ["1", "--file"]],
    ["eval", ["1", "--file", "--json"]],
    ["eval", ["1", "2"]],
    ["check", []],
  ] as const)("leaves %s %j to commander", (name, words) => {
    const command = commands.get(name);
    expect(command && plainArguments(command, words)).toBeUndefined();
  });
});
