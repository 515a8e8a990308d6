import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

const loose = "(let [a 1,\n b 2]\n    (+ a b)) ; the sum\n";
const laidOut = "(let [a 1 b 2] (+ a b)) ; the sum\n";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-fmt-"));
  write("loose.clj", loose);
  write("laid-out.clj", laidOut);
  write("broken.clj", "(let [a 1]\n  (inc a]");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fmt = (...commandArguments: string[]) => ptc(["fmt", ...commandArguments], { folder });

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
}

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

describe("ptc fmt", () => {
  test("prints a file or standard input formatted", async () => {
    expect(await fmt("loose.clj")).toEqual({ code: 0, output: laidOut, errors: "" });
    for (const commandLine of [["fmt"], ["fmt", "-"]])
      expect(await ptc(commandLine, { input: loose })).toMatchObject({ code: 0, output: laidOut });
    expect(await ptc(["fmt"], { input: "" })).toEqual({ code: 0, output: "", errors: "" });
  });

  test("formats to the given width", async () => {
    const { output } = await fmt("loose.clj", "--width", "20");
    expect(output).toBe("(let [a 1 b 2]\n  (+ a b)) ; the sum\n");
  });

  test("leaves piped output unescaped, and escapes control characters on a terminal", async () => {
    const input = '(str "\u001b[31m" 1)';
    expect((await ptc(["fmt"], { input })).output).toBe(`${input}\n`);
    const { output } = await ptc(["fmt", "-"], { input, columns: 80 });
    expect(output).toBe('(str "\\u001b[31m" 1)\n');
  });

  test("reports the location of a syntax error, and leaves the file unchanged", async () => {
    const { code, output, errors } = await fmt("broken.clj");
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^broken\.clj:2:9: Mismatched delimiters/);
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("ptc fmt --write", () => {
  test("rewrites and lists changed files, and continues after a syntax error", async () => {
    const before = statSync(join(folder, "laid-out.clj"));
    const { code, output, errors } = await fmt(
      "--write",
      "none.clj",
      "broken.clj",
      "laid-out.clj",
      "loose.clj",
    );
    expect([code, output]).toEqual([2, "loose.clj\n"]);
    expect(errors).toMatch(/^ptc fmt: program none\.clj: no such file\nbroken\.clj:2:9: .*\n$/);
    expect([read("loose.clj"), read("laid-out.clj")]).toEqual([laidOut, laidOut]);
    expect(statSync(join(folder, "laid-out.clj"))).toMatchObject({
      ino: before.ino,
      mtimeMs: before.mtimeMs,
    });
    expect(await fmt("-w", "loose.clj")).toEqual({ code: 0, output: "", errors: "" });
    expect((await fmt("-w", "broken.clj", "loose.clj")).code).toBe(1);
  });

  test("preserves modes and symbolic links, and leaves no temporary files", async () => {
    chmodSync(join(folder, "loose.clj"), 0o754);
    symlinkSync("loose.clj", join(folder, "link.clj"));
    const names = readdirSync(folder);
    expect(await fmt("--write", "link.clj")).toMatchObject({ code: 0, output: "link.clj\n" });
    expect(lstatSync(join(folder, "link.clj")).isSymbolicLink()).toBe(true);
    expect(read("loose.clj")).toBe(laidOut);
    expect(statSync(join(folder, "loose.clj")).mode & 0o7777).toBe(0o754);
    expect(readdirSync(folder)).toEqual(names);
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "doesn't replace a protected file",
    async () => {
      chmodSync(join(folder, "loose.clj"), 0o444);
      const { code, errors } = await fmt("--write", "loose.clj");
      expect([code, read("loose.clj")]).toEqual([2, loose]);
      expect(errors).toMatch(/^ptc fmt: program loose\.clj: cannot be written: .*permission/);
    },
  );
});

describe("ptc fmt --check", () => {
  test("lists files that would change, and changes nothing", async () => {
    expect(await fmt("--check", "laid-out.clj")).toEqual({ code: 0, output: "", errors: "" });
    expect(await fmt("--check", "loose.clj", "laid-out.clj")).toEqual({
      code: 1,
      output: "loose.clj\n",
      errors: "",
    });
    expect(read("loose.clj")).toBe(loose);
    expect((await fmt("--check", "broken.clj")).code).toBe(1);
    expect(await ptc(["fmt", "--check"], { input: laidOut })).toMatchObject({ code: 0 });
    expect(await ptc(["fmt", "--check"], { input: loose })).toMatchObject({ output: "-\n" });
  });
});

describe("unusual inputs of ptc fmt", () => {
  test.each([
    ["line ends of other systems", "(a)\r\n\r\n(b)\r\n", "(a)\n\n(b)\n"],
    ["a byte-order mark and tabs", "\ufeff(a\tb)", "(a b)\n"],
    ["nothing", "", ""],
    ["only comments", ";; one\n\n\n;; two", ";; one\n\n;; two\n"],
    ["discards of discards", "#_ #_ a b (c)", "#_#_a b\n(c)\n"],
  ])("%s", async (_, content, expected) => {
    write("a.clj", content);
    expect(await fmt("a.clj")).toEqual({ code: 0, output: expected, errors: "" });
  });

  test.each([
    ["bytes that are no text", Uint8Array.of(0x28, 0xff, 0x29), 2, /invalid UTF-8 in line 1/],
    ["text that is no program", "\u0000\u0001", 1, /^a\.clj:1:1: /],
    ["too many brackets", "(".repeat(10_000), 1, /^a\.clj:1:501: Nested more than 500 deep/],
    ["two megabytes", "a ".repeat(1_000_000), 1, /^a\.clj:1:1: .* maxSourceLength allows\n$/],
    [
      "five megabytes",
      Buffer.alloc(5_000_000, " "),
      2,
      /5000000 bytes is more than the limit of 4000000/,
    ],
  ])("rejects %s", async (_, content, code, message) => {
    write("a.clj", content);
    const outcome = await fmt("a.clj", "--check");
    expect([outcome.code, outcome.output]).toEqual([code, ""]);
    expect(outcome.errors).toMatch(message);
  });

  test.each([
    [["a.clj", "b.clj"], "several files can't be printed: add --write or --check"],
    [["--write"], "missing program"],
    [["--write", "-"], "--write needs files"],
    [["--write", "--check", "a"], "use either --write or --check, not both"],
    [["a", "--width", "19"], "--width needs a number of columns from 20 to 400"],
    [["a", "--width", "8e1"], "--width needs a number of columns from 20 to 400"],
    [["."], "program .: this is a folder, not a file"],
  ])("reports wrong usage for %j", async (commandArguments, message) => {
    const { code, output, errors } = await fmt(...commandArguments);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(message);
  });
});
