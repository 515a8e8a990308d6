import { describe, expect, test } from "vitest";
import type { CommandSpec } from "./command-spec.ts";
import { parseCommandLine, type CommandLine } from "./parse-command-line.ts";

const specs: ReadonlyMap<string, CommandSpec> = new Map([
  [
    "read",
    {
      name: "read",
      summary: "read files",
      usage: ["<program> …"],
      arguments: [{ name: "program" }, { name: "more", isOptional: true, isMany: true }],
      options: {
        file: { value: "path", short: "f", description: "the file that is read" },
        json: { description: "as JSON" },
      },
      notes: ["A note. ".repeat(30).trim()],
    },
  ],
  [
    "one",
    {
      name: "one",
      summary: "read one",
      usage: [],
      arguments: [
        { name: "program", missing: "missing program" },
        { name: "folder", isOptional: true },
      ],
      options: {},
      notes: [],
    },
  ],
  ["none", { name: "none", summary: "", usage: [""], arguments: [], options: {}, notes: [] }],
]);
const parse = (...words: string[]): CommandLine<CommandSpec> =>
  parseCommandLine(specs, words, { version: "1.2.3", style: (_name, text) => text });
function parsed(...words: string[]) {
  const line = parse("read", ...words);
  if (line.kind !== "command") throw new Error(line.text);
  return line.parsed;
}

describe("the arguments of a command", () => {
  test("are flags, values and positionals in any order", () => {
    const { positionals, flags, values } = parsed("a", "--json", "--file", "x.clj", "b");
    expect(positionals).toEqual(["a", "b"]);
    expect([...flags]).toEqual(["json"]);
    expect([...values]).toEqual([["file", "x.clj"]]);
  });

  test("support short forms, = and a lone dash, and end at --", () => {
    expect(parsed("a", "-f", "x").values.get("file")).toBe("x");
    expect(parsed("a", "--file=-").values.get("file")).toBe("-");
    expect(parsed("a", "--file", "-").values.get("file")).toBe("-");
    expect(parsed("-")).toMatchObject({ positionals: ["-"], isEnded: false });
    expect(parsed("--", "--json")).toMatchObject({ positionals: ["--json"], isEnded: true });
    expect(parsed("--", "--help").positionals).toEqual(["--help"]);
    expect(parsed("-1").positionals).toEqual(["-1"]);
  });

  test.each([
    [["read", "a", "--jsn"], 'unknown option "--jsn" (did you mean `--json`?)'],
    [["read", "-x"], 'unknown option "-x" (put "--" before arguments that start with "-")'],
    [["read", "--constructor"], 'unknown option "--constructor"'],
    [["read", "--__proto__"], 'unknown option "--__proto__"'],
    [["read", "--it's", "a"], 'unknown option "--it\'s"'],
    [["read", "a", "--file"], "--file needs a value: --file <path>"],
    [["read", "a", "-f"], "--file needs a value: --file <path>"],
    [["read", "a", "--file="], "--file needs a value: --file <path>"],
    [["read", "a", "--file", "a", "-f", "b"], "--file can only be used once"],
    [["read", "a", "--json=yes"], "--json doesn't take a value"],
    [["read", "--version"], 'unknown option "--version"'],
    [["read"], "missing <program>"],
    [["one"], "missing program"],
    [["one", "(+", "1", "2)"], 'unexpected argument "2)" (expected <program> [<folder>])'],
    [["none", "a"], 'unexpected argument "a" (expected no arguments)'],
    [["raed"], 'unknown command "raed" (did you mean `read`?)'],
    [["raed", "--help"], 'unknown command "raed" (did you mean `read`?)'],
    [["help", "raed"], 'unknown command "raed" (did you mean `read`?)'],
    [["--", "raed"], 'unknown command "raed" (did you mean `read`?)'],
    [["constructor"], 'unknown command "constructor"'],
    [["--file"], 'unknown option "--file"'],
  ])("reject %j by name", (words, message) => {
    expect(() => parse(...words)).toThrow(message);
  });
});

describe("a command line without a command", () => {
  test("shows the version, the help or the help of a command", () => {
    for (const version of ["-v", "--version"])
      expect(parse(version)).toEqual({ kind: "shown", text: "1.2.3\n", isRequested: true });
    const general = parse("--help");
    expect(general).toMatchObject({ kind: "shown", isRequested: true });
    expect(parse("help")).toEqual(general);
    expect(parse("-h")).toEqual(general);
    expect(parse()).toEqual({ ...general, isRequested: false });
    const help = parse("read", "--help");
    expect(parse("help", "read")).toEqual(help);
    expect(parse("read", "a", "--json", "-h")).toEqual(help);
  });

  test("shows help that fits the width", () => {
    const text = (columns: number): string => {
      const line = parseCommandLine(specs, ["read", "--help"], {
        version: "1",
        style: (_name, piece) => piece,
        columns,
      });
      return line.kind === "shown" ? line.text : "";
    };
    expect(text(70)).toMatch(/^Usage: ptc read <program> …\n\nread files\n\nOptions:\n/);
    expect(text(70)).toContain("  -f, --file <path>  the file that is read\n");
    for (const columns of [60, 100, 400]) {
      const longest = Math.max(
        ...text(columns)
          .split("\n")
          .map((line) => line.length),
      );
      expect(longest).toBeLessThanOrEqual(Math.min(columns, 100));
      expect(longest).toBeGreaterThan(Math.min(columns, 100) - 12);
    }
  });
});
