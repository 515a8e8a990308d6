import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OptionError } from "@ptc/core/errors";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readJournal, run } from "../index.ts";
import { JournalFileError } from "./journal-file-error.ts";
import { openJournalFile, type JournalFile } from "./journal-file.ts";

let folder = "";
let path = "";
const opened: JournalFile[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-journal-"));
  path = join(folder, "orders/42.jsonl");
});
afterEach(async () => {
  for (const file of opened.splice(0)) await file.close();
  rmSync(folder, { recursive: true });
});

async function journal(options?: Parameters<typeof openJournalFile>[1]): Promise<JournalFile> {
  const file = await openJournalFile(path, options);
  opened.push(file);
  return file;
}

async function written(...lines: readonly string[]): Promise<void> {
  const file = await journal();
  await file.close();
  writeFileSync(path, readFileSync(path, "utf8") + lines.join("\n"));
}

const header = '{"format":"ptc-journal","version":1}';

describe("a journal file", () => {
  test("writes each change to disk before the mission continues, and passes it to the next run", async () => {
    const file = await journal();
    const seen: string[] = [];
    const tools = {
      pay: () => "tx_1",
      look: () => {
        seen.push(readFileSync(path, "utf8"));
        return 1;
      },
    };
    const llm = () =>
      '(do (task "pay_1" (tool/pay)) (tool/look) (task "old_1" 1) (task-reset "old_1") (return 1))';
    expect(
      (await run("Do it.", { llm, tools, journal: file.journal, onJournal: file.onJournal })).ok,
    ).toBe(true);
    expect(seen).toEqual([`${header}\n{"id":"pay_1","entry":"tx_1"}\n`]);
    await file.write("confirmed_1", { at: new Date(5), amount: 2n ** 70n });
    expect(Object.keys(file.journal)).toEqual(["pay_1", "confirmed_1"]);
    await file.close();
    const next = await journal();
    expect(readJournal(next.journal)).toEqual({
      pay_1: "tx_1",
      confirmed_1: { at: new Date(5), amount: 2n ** 70n },
    });
    await next.remove("pay_1");
    await next.remove("pay_1");
    expect(Object.keys(next.journal)).toEqual(["confirmed_1"]);
  });

  test("stores changes of branches in order, and accepts ids like __proto__", async () => {
    const file = await journal();
    await Promise.all(Array.from({ length: 50 }, (_, n) => file.write(`t_${String(n)}`, n)));
    await file.write("__proto__", { constructor: 1 });
    await file.close();
    const next = await journal();
    expect(Object.keys(next.journal)).toHaveLength(51);
    expect(Object.entries(next.journal).at(-1)).toEqual(["__proto__", { constructor: 1 }]);
  });

  test.each([
    ['{"id":"b_2","ent', ["a_1"]],
    ['{"id":"b_2","entry":"\u00e9', ["a_1"]],
    ['{"id":"b_2","entry":2}', ["a_1", "b_2"]],
    ["", ["a_1"]],
  ])(
    "reads a journal that ends in %j up to the last complete change and appends after it",
    async (end, ids) => {
      await written('{"id":"a_1","entry":1}', end);
      const cut = end.includes("\u00e9") ? readFileSync(path).subarray(0, -1) : readFileSync(path);
      writeFileSync(path, cut);
      const file = await journal();
      expect(Object.keys(file.journal)).toEqual(ids);
      await file.write("c_3", 3);
      await file.close();
      expect(Object.keys((await journal()).journal)).toEqual([...ids, "c_3"]);
    },
  );

  test.each([
    ["x\n", 2, "it is not JSON"],
    ["[]\n", 2, "it is not a journal line"],
    ["null\n", 2, "it is not a journal line"],
    ['{"id":"","entry":1}\n', 2, "it has no task id"],
    ['{"entry":1}\n', 2, "it has no task id"],
    ['{"id":7,"entry":1}\n', 2, "it has no task id"],
    ['{"id":"a"}\n', 2, "it neither stores nor removes an entry"],
    ['{"id":"a","removed":1}\n', 2, "it neither stores nor removes an entry"],
    ["\n", 2, "it is not JSON"],
  ])(
    "refuses a journal with the line %j by its line number and leaves it unchanged",
    async (line, number, message) => {
      await written(`${line}{"id":"b","entry":1}\n`);
      const before = readFileSync(path, "utf8");
      const error = await journal().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(JournalFileError);
      expect(error).toMatchObject({
        line: number,
        message: `the journal ${path}, line ${String(number)}: ${message}`,
      });
      expect(readFileSync(path, "utf8")).toBe(before);
      expect(existsSync(`${path}.lock`)).toBe(false);
    },
  );

  test.each([
    ['{"format":"ptc-run","version":1}\n', "it is not the header of a journal"],
    ["[1]\n", "it is not the header of a journal"],
    [
      '{"format":"ptc-journal","version":2}\n',
      "it has version 2, but this release reads version 1",
    ],
    ['{"format":"ptc-journal"}\n', "it has version null, but this release reads version 1"],
  ])("refuses a journal that starts with %j", async (text, message) => {
    await (await journal()).close();
    writeFileSync(path, text);
    await expect(journal()).rejects.toThrow(message);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("refuses a change beyond the size limit, and then changes nothing", async () => {
    const file = await journal({ maximumBytes: 200 });
    await file.write("a_1", 1);
    await expect(file.write("b_2", "x".repeat(200))).rejects.toThrow(
      "it is longer than 200 bytes (option maximumBytes)",
    );
    await file.write("c_3", 3);
    expect(Object.keys(file.journal)).toEqual(["a_1", "c_3"]);
    await file.close();
    await expect(journal({ maximumBytes: 50 })).rejects.toThrow("it is longer than 50 bytes");
    expect(Object.keys((await journal()).journal)).toEqual(["a_1", "c_3"]);
  });

  test("accepts no changes after it is closed", async () => {
    const file = await journal();
    await file.close();
    await file.close();
    await expect(file.write("a_1", 1)).rejects.toThrow("it is closed");
  });

  test.each([
    ["", undefined],
    ["a_1", undefined],
    ["a_1", () => 1],
  ])("refuses a change of %j that could not be read back", async (id, entry) => {
    const file = await journal();
    const before = readFileSync(path, "utf8");
    await expect(file.onJournal({ id, entry })).rejects.toBeInstanceOf(OptionError);
    await expect(file.remove("")).rejects.toThrow(
      "option `journal`: the id of a task must be a nonempty string",
    );
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(file.journal).toEqual({});
  });

  test("checks its options and that the path is a file", async () => {
    await expect(journal({ maximumBytes: -1 })).rejects.toThrow(
      "option `maximumBytes`: expected a whole number from 1, got -1",
    );
    await expect(journal({ maximum: 1 } as object)).rejects.toThrow("unknown option");
    expect(existsSync(path)).toBe(false);
    await expect(openJournalFile(folder)).rejects.toThrow("EISDIR");
    await expect(openJournalFile("/dev/null")).rejects.toThrow(
      "the journal /dev/null: it is not a file",
    );
  });

  test("rolls back a partial write, and still accepts changes that fit", async () => {
    const script = `
      import { openJournalFile } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
      const file = await openJournalFile(process.argv[1]);
      await file.write("a_1", 1);
      await file.write("b_2", "x".repeat(5_000)).catch((error) => console.log(error.code));
      await file.write("c_3", 3);
      await file.close();`;
    await (await journal()).close();
    const node = [process.execPath, "--conditions=@ptc/source", "--input-type=module", "-e"];
    const limited = ["-c", 'ulimit -f 2 && exec "$@"', "sh", ...node, script, path];
    const { stdout, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["EFBIG\n", ""]);
    expect((await journal()).journal).toEqual({ a_1: 1, c_3: 3 });
  });

  test("allows one process at a time, through any link to the file", async () => {
    const file = await journal();
    const message = `it is in use by process ${String(process.pid)}; if that is wrong, delete ${path}.lock`;
    await expect(openJournalFile(path)).rejects.toThrow(`the journal ${path}: ${message}`);
    const link = join(folder, "link.jsonl");
    symlinkSync(path, link);
    await expect(openJournalFile(link)).rejects.toThrow(`the journal ${link}: ${message}`);
    await Promise.all([file.close(), file.close()]);
    expect(existsSync(`${path}.lock`)).toBe(false);
    await (await openJournalFile(link)).close();
  });
});
