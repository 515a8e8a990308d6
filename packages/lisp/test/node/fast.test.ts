// Runs the language from its built scripts, each test in new processes.

import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { packed } from "../../src/node/code-cache/cache-format.ts";
import { buildLanguageScripts } from "../../tsup.language.ts";

const root = mkdtempSync(join(tmpdir(), "ptc-fast-"));
const built = join(root, "dist");
const ordinary = 'async () => ({ return: "from modules" })';
let cache = "";
let count = 0;

beforeAll(async () => {
  await buildLanguageScripts(fileURLToPath(new URL("../..", import.meta.url)), built);
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  // Replaces the modules of the package, so that a test sees which were used.
  writeFileSync(join(built, "index.js"), `export const run = ${ordinary};\n`);
});
beforeEach(() => {
  cache = join(root, `cache-${String(++count)}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Settings {
  readonly folder?: string;
  readonly options?: readonly string[];
}

/** Returns a program's result from a new process that may store compiled code. */
async function answer(
  program: string,
  { folder = cache, options = [] }: Settings = {},
): Promise<unknown> {
  const module = pathToFileURL(join(built, "fast.js")).href;
  const source = `import { run } from ${JSON.stringify(module)};
    const step = await run(${JSON.stringify(program)});
    process.stdout.write(JSON.stringify(step.return ?? step.fail));`;
  const child = spawn(process.execPath, [...options, "--input-type=module", "--eval", source], {
    env: { PTC_CODE_CACHE: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return JSON.parse(output);
}

const files = (): readonly string[] => readdirSync(cache).map((name) => join(cache, name));

/** Returns the marks and drafts that processes left. A slow process may store more code. */
const unfinished = (): readonly string[] => files().filter((file) => !/\/\w[^/]*\.bin$/.test(file));

/** Returns names, inodes, times and sizes of the cached files, to detect changes. */
const cachedFiles = (): readonly string[] =>
  files().map((file) => {
    const { ino, mtimeNs, size } = statSync(file, { bigint: true });
    return `${file} ${String(ino)} ${String(mtimeNs)} ${String(size)}`;
  });

/** Returns the files with the evaluator. A slow process may store smaller ones beside it. */
const evaluators = (): readonly string[] =>
  cachedFiles().filter((file) => Number(file.split(" ").at(-1)) > 400_000);

/** Returns the largest file: that of the evaluator. */
function largest(): string {
  return files().reduce((one, other) => (statSync(one).size > statSync(other).size ? one : other));
}

describe.runIf(process.geteuid !== undefined)("the language from cached code", () => {
  it("the first process stores the code, and the next one only reads it", async () => {
    expect(await answer("(+ 1 2)")).toBe(3);
    const before = evaluators();
    expect(before).toHaveLength(1);
    expect(await answer("(+ 1 3)")).toBe(4);
    expect(evaluators()).toEqual(before);
  });

  it("stores lazily loaded code separately, and returns the same results with it", async () => {
    const program =
      '[(str/upper-case "ä") (re-find #"b+" "abb") (str (LocalDate/parse "2026-01-31")) (Math/abs -1) (string? (doc map)) (frequencies (map inc [1 1]))]';
    const expected = ["Ä", "bb", "2026-01-31", 1, true, { 2: 2 }];
    expect(await answer(program)).toEqual(expected);
    const before = cachedFiles();
    expect(before.length).toBeGreaterThan(3);
    expect(await answer(program)).toEqual(expected);
    expect(cachedFiles()).toEqual(before);
  });

  it("explains a program that can't be parsed", async () => {
    expect(await answer("(+ 1")).toMatchObject({ reason: "parse_error" });
  });

  it("rewrites damaged code and doesn't run it", async () => {
    await answer("(+ 1 2)");
    writeFileSync(largest(), readFileSync(largest()).subarray(0, 10_000));
    expect(await answer("(+ 1 2)")).toBe(3);
    expect(statSync(largest()).size).toBeGreaterThan(100_000);
  });

  it("rewrites code that crashed an earlier process", async () => {
    await answer("(+ 1 2)");
    const before = cachedFiles();
    symlinkSync(String(2 ** 22 + 1), `${largest()}.starting`);
    expect(await answer("(+ 1 2)")).toBe(3);
    expect(unfinished()).toEqual([]);
    expect(cachedFiles()).not.toEqual(before);
  });

  it("doesn't run code of another script that replaced its own", { tags: "full" }, async () => {
    await answer("(str/upper-case (frequencies []))");
    const [one = "", other = ""] = files().toSorted();
    const [first, second] = [readFileSync(one), readFileSync(other)];
    writeFileSync(one, second);
    writeFileSync(other, first);
    expect(await answer('(str/upper-case "a")')).toBe("A");
  });

  it(
    "rewrites code that the host rejects, such as code of another version",
    { tags: "full" },
    async () => {
      await answer("(+ 1 2)");
      const file = largest();
      const key = keyIn(readFileSync(file));
      writeFileSync(file, packed(key, Buffer.alloc(100_000, 7)));
      expect(await answer("(+ 1 2)")).toBe(3);
      expect(readFileSync(file).subarray(-1000)).not.toEqual(Buffer.alloc(1000, 7));
    },
  );

  it("stores code for different Node options separately", { tags: "full" }, async () => {
    await answer("(+ 1 2)");
    const options = ["--disallow-code-generation-from-strings"];
    expect(await answer("(+ 1 2)", { options })).toBe(3);
    expect(evaluators()).toHaveLength(2);
  });

  it("several first processes may write the code at the same time", { tags: "full" }, async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => answer(`(+ ${String(n)} 0)`)));
    expect(answers).toEqual([1, 2, 3]);
    expect(unfinished()).toEqual([]);
    expect(await answer("(+ 1 2)")).toBe(3);
  });

  it("falls back to the package's modules if code can't be stored", async () => {
    expect(await answer("(+ 1 2)", { folder: "off" })).toBe("from modules");
    expect(await answer("(+ 1 2)", { folder: join(process.execPath, "code") })).toBe(
      "from modules",
    );
  });

  it("falls back to the package's modules if others can read the cache folder", async () => {
    await answer("(+ 1 2)");
    chmodSync(cache, 0o755);
    expect(await answer("(+ 1 2)")).toBe("from modules");
  });
});

/** Returns the key stored in a file: see `cache-format.ts`. */
function keyIn(file: Buffer): string {
  return file.toString("utf8", 16, 16 + file.readUInt32LE(8));
}
