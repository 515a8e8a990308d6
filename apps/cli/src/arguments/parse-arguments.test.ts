import { describe, expect, test } from "vitest";
import { assertPositionals, parseArguments, type OptionSpecs } from "./parse-arguments.ts";

const specs: OptionSpecs = {
  file: { value: "path", short: "f", description: "" },
  json: { description: "" },
};
const parse = (...commandArguments: string[]) => parseArguments(specs, commandArguments);

describe("arguments", () => {
  test("are flags, values and positionals, in any order", () => {
    const parsed = parse("a", "--json", "--file", "x.clj", "b");
    expect(parsed.positionals).toEqual(["a", "b"]);
    expect([...parsed.flags]).toEqual(["json"]);
    expect([...parsed.values]).toEqual([["file", "x.clj"]]);
  });

  test("have short forms, take = and a lone dash, and end at --", () => {
    expect(parse("-f", "x").values.get("file")).toBe("x");
    expect(parse("--file=-").values.get("file")).toBe("-");
    expect(parse("--file", "-").values.get("file")).toBe("-");
    expect(parse("-").positionals).toEqual(["-"]);
    expect(parse("--", "--json").positionals).toEqual(["--json"]);
  });

  test.each([
    [["--jsn"], 'unknown option "--jsn": did you mean `--json`?'],
    [["-x"], 'unknown option "-x": what is no option but begins with "-" goes after "--"'],
    [["--constructor"], 'unknown option "--constructor"'],
    [["--__proto__"], 'unknown option "--__proto__"'],
    [["--file"], "--file needs a value: --file <path>"],
    [["--file="], "--file needs a value: --file <path>"],
    [["--file", "a", "-f", "b"], "-f is given twice"],
    [["--json=yes"], "--json takes no value"],
  ])("%j are refused by name", (commandArguments, message) => {
    expect(() => parse(...commandArguments)).toThrow(message);
  });

  test("beyond those a command takes are refused, with the likely cause", () => {
    expect(() => {
      assertPositionals(parse("a"), "program");
    }).not.toThrow();
    expect(() => {
      assertPositionals(parse("(+", "1", "2)"), "program");
    }).toThrow('unexpected argument "1": this takes <program>');
    expect(() => {
      assertPositionals(parse("a"));
    }).toThrow('unexpected argument "a": this takes no arguments');
  });
});
