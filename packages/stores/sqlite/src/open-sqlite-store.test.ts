import { execFile } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { StoreError, type RunStore, type StoreProblem } from "@ptc/core/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqliteStore } from "./index.ts";
import { openWith, type SqliteStoreOptions } from "./open-sqlite-store.ts";

let folder = "";
let path = "";
const opened: RunStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-sqlite-"));
  path = join(folder, "runs.db");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true });
});

async function open(options: SqliteStoreOptions = {}, at = path): Promise<RunStore> {
  const store = await openSqliteStore(at, options);
  opened.push(store);
  return store;
}

async function add(store: RunStore, id: string, snapshot = "1"): Promise<void> {
  await store.append([
    { key: { kind: "run", id }, version: 0, head: { status: "queued" }, snapshot },
  ]);
}

/** Checks the problem of a call. Its message names the file. */
async function problem(call: Promise<unknown>, expected: StoreProblem): Promise<string> {
  const error: unknown = await call.then(
    () => "no problem",
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreError)) throw error;
  expect(error.message).toContain(folder);
  expect([error.problem, error.message]).toEqual([expected, error.message]);
  return error.message;
}

/** A driver with limits or faults: its statements run in each connection that it opens. */
function driverWith(sql: string, options: { readonly readOnly?: boolean } = {}) {
  return class extends DatabaseSync {
    constructor(path: string) {
      super(path, options);
      this.exec(sql);
    }
  };
}

describe("addresses", () => {
  test("opens a path, `sqlite:` with a path, and a URL of an absolute path", async () => {
    for (const [index, address] of [path, `sqlite:${path}`, `sqlite://${path}`].entries()) {
      const store = await open({}, address);
      expect(store.name).toBe(`sqlite:${path}`);
      await add(store, String(index));
    }
    expect((await opened[0]?.list({ kind: "run" }))?.records).toHaveLength(3);
  });

  test("refuses an address without a file, and says what to use", async () => {
    for (const address of ["", "sqlite:", ":memory:", "sqlite::memory:", "a\0b"])
      await expect(openSqliteStore(address)).rejects.toMatchObject({
        problem: "invalid",
        message:
          "sqlite: the address has no file: pass a path such as `sqlite:runs.db`, " +
          "or use `createMemoryStore` of @ptc/core/store",
      });
  });

  test("refuses wrong options", async () => {
    for (const options of [
      { timeoutMs: -1 },
      { timeoutMs: 0.5 },
      { pollMs: 0 },
      { maximumBytes: 0 },
    ])
      expect(await problem(openSqliteStore(path, options), "invalid")).toContain(
        `\`${Object.keys(options)[0] ?? ""}\` is `,
      );
  });
});

describe("the file", () => {
  test("has a write-ahead log, which SQLite writes to the disk if the store can't", async () => {
    const modes: unknown[] = [];
    const driver = class extends DatabaseSync {
      override close(): void {
        modes.push(this.prepare("PRAGMA journal_mode").get());
        modes.push(this.prepare("PRAGMA synchronous").get());
        super.close();
      }
    };
    const importModule = (name: string): Promise<unknown> => import(name);
    const openNone = () => Promise.resolve(undefined);
    for (const opening of [
      openWith(path, { driver }, importModule, openNone),
      openSqliteStore(path, { driver }),
      openSqliteStore(path, { driver, synchronous: "normal" }),
    ])
      await (await opening).close();
    const log = { journal_mode: "wal" };
    const modesOf = (synchronous: number) => [log, { synchronous }];
    expect(modes).toEqual([...modesOf(2), ...modesOf(1), ...modesOf(1)]);
    const synchronous = "off; DROP TABLE ptc_records" as "full";
    expect(await problem(openSqliteStore(path, { synchronous }), "invalid")).toContain(
      '`synchronous` is "off; DROP TABLE ptc_records": use "full" or "normal"',
    );
  });

  test("reports a missing folder and a path that is a folder", async () => {
    const missing = join(folder, "no/runs.db");
    expect(await problem(openSqliteStore(missing), "unavailable")).toContain(
      `sqlite:${missing}: the folder ${join(folder, "no")} doesn't exist: create it (SQLite: `,
    );
    mkdirSync(path);
    expect(await problem(openSqliteStore(path), "unavailable")).toContain(
      `sqlite:${path}: the path is a folder: use the path of a file`,
    );
  });

  test("reports a file that isn't a database, and leaves it as it is", async () => {
    const text = "not a database. ".repeat(1000);
    writeFileSync(path, text);
    expect(await problem(openSqliteStore(path), "damaged")).toContain(
      `sqlite:${path}: the file isn't a SQLite database: use another file, or restore a backup`,
    );
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("reports a database of another application, and leaves it as it is", async () => {
    const other = new DatabaseSync(path);
    other.exec("CREATE TABLE orders (id TEXT)");
    other.close();
    const before = readFileSync(path);
    expect(await problem(openSqliteStore(path), "invalid")).toContain(
      "the file is a database of another application: use another file",
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("reports a newer schema when it opens, and when another process migrates the file", async () => {
    const store = await open();
    await add(store, "a");
    const newer = new DatabaseSync(path);
    newer.exec("PRAGMA user_version = 99");
    newer.close();
    const text =
      "a newer release wrote the file (its schema has version 99, this release knows 1): " +
      "update @ptc/store-sqlite";
    expect(await problem(openSqliteStore(path), "newer_schema")).toContain(text);
    expect(await problem(add(store, "b"), "newer_schema")).toContain(text);
    expect(await store.load({ kind: "run", id: "b" })).toBeUndefined();
  });

  test("reports a full disk, and keeps what it had", async () => {
    const store = await open({ driver: driverWith("PRAGMA max_page_count = 60") });
    await add(store, "a");
    expect(await problem(add(store, "b", "x".repeat(300_000)), "full")).toContain(
      `sqlite:${path}: the disk or the quota is full: make room, or prune old records`,
    );
    expect(await store.load({ kind: "run", id: "b" })).toBeUndefined();
    expect(await store.load({ kind: "run", id: "a" })).toMatchObject({ version: 1, snapshot: "1" });
    await add(store, "c");
  });

  test("reads a read-only file, and reports that it can't be written", async () => {
    await (await open()).close();
    const store = await open({ driver: driverWith("SELECT 1", { readOnly: true }) });
    expect((await store.list({ kind: "run" })).records).toEqual([]);
    expect(await problem(add(store, "a"), "read_only")).toContain(
      "the file or its folder is read-only: make both writable, or use another file",
    );
    const empty = join(folder, "new.db");
    writeFileSync(empty, "");
    const driver = driverWith("SELECT 1", { readOnly: true });
    await problem(openSqliteStore(empty, { driver }), "read_only");
  });

  test("reports damaged pages", async () => {
    const store = await open();
    for (let index = 0; index < 50; index++)
      await add(store, `r${String(index)}`, "x".repeat(5000));
    await store.close();
    const file = openSync(path, "r+");
    const { size } = statSync(path);
    for (let page = 4096; page < size; page += 4096)
      writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page);
    // Reading the list of tables succeeds: it is in the first page.
    const text =
      "the file is damaged: restore a backup, or save what can be read with `sqlite3 <file> .recover`";
    const again = await open();
    expect(await problem(again.list({ kind: "run" }), "damaged")).toContain(text);
    expect(await problem(again.load({ kind: "run", id: "r1" }), "damaged")).toContain(text);
    expect(await problem(add(again, "new"), "damaged")).toContain(text);
  });

  test("reports values that another program changed", async () => {
    const store = await open();
    await add(store, "a");
    const other = new DatabaseSync(path);
    for (const [column, value] of [
      ["tags", "'{'"],
      ["version", "'two'"],
      ["status", "x'00'"],
    ] as const) {
      other.exec(`UPDATE ptc_records SET ${column} = ${value}`);
      expect(await problem(store.load({ kind: "run", id: "a" }), "damaged")).toContain(
        `the column ${column} has a value of another type: restore a backup`,
      );
      other.exec("UPDATE ptc_records SET tags = NULL, version = 1, status = 'queued'");
    }
    other.exec("DROP TABLE ptc_entries");
    other.close();
    expect(await problem(store.load({ kind: "run", id: "a" }), "damaged")).toContain(
      "the tables aren't those of this release",
    );
  });

  test("waits for another writer without blocking the process, and reports a lock that stays", async () => {
    const store = await open({ timeoutMs: 300 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await problem(add(store, "a"), "unavailable")).toContain(
      "another program has locked the file: end it, or raise `timeoutMs`",
    );
    const patient = await open({ timeoutMs: 60_000 });
    const adding = add(patient, "a");
    let turns = 0;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (++turns < 3) return;
        clearInterval(timer);
        resolve();
      }, 1);
    });
    other.exec("COMMIT");
    await adding;
    other.close();
    expect(await store.load({ kind: "run", id: "a" })).toMatchObject({ version: 1 });
  });

  test("opens a new file from several stores at the same time", async () => {
    await Promise.all(Array.from({ length: 8 }, () => open()));
    for (const [index, store] of opened.entries()) await add(store, String(index));
    expect((await opened[0]?.list({ kind: "run" }))?.records).toHaveLength(8);
  });

  test("reports a file that is deleted while it is open", async () => {
    const store = await open();
    await add(store, "a");
    for (const suffix of ["", "-wal", "-shm"]) if (existsSync(path + suffix)) rmSync(path + suffix);
    expect(await problem(add(store, "b"), "unavailable")).toBe(
      `sqlite:${path}: the file was moved or deleted while it was open: open the store again`,
    );
  });

  test("opens a copy of a file without its log", async () => {
    const store = await open();
    await add(store, "a");
    await store.close();
    const copy = join(folder, "copy.db");
    copyFileSync(path, copy);
    expect((await (await open({}, copy)).list({ kind: "run" })).records).toHaveLength(1);
  });
});

describe("polls", () => {
  test("looks for changes of other processes once in each interval, for all watches together", async () => {
    const asked: string[] = [];
    const driver = class extends DatabaseSync {
      override prepare(sql: string): ReturnType<DatabaseSync["prepare"]> {
        const statement = super.prepare(sql);
        const get = statement.get.bind(statement);
        if (sql.includes("data_version"))
          statement.get = () => {
            asked.push(sql);
            return get();
          };
        return statement;
      }
    };
    const wakes: (() => void)[] = [];
    const waits: number[] = [];
    const clock = {
      now: () => 1000,
      monotonic: () => 0,
      sleep: (milliseconds: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          waits.push(milliseconds);
          wakes.push(resolve);
          signal.addEventListener("abort", () => resolve());
        }),
    };
    const store = await open({ driver, clock });
    expect(asked).toHaveLength(0);
    const ended = new AbortController();
    const watches = Array.from({ length: 5 }, () =>
      store.watch({ kind: "run" }, { signal: ended.signal })[Symbol.asyncIterator](),
    );
    const other = new DatabaseSync(path);
    const next = watches.map((watch) => watch.next());
    for (let poll = 0; poll < 3; poll++) {
      wakes.at(-1)?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked).toHaveLength(4);
    expect(waits).toEqual([2000, 2000, 2000, 2000]);
    other.exec(
      "INSERT INTO ptc_records (kind, id, status, version, created_at, updated_at, change) " +
        "VALUES ('run', 'a', 'new', 1, 5, 5, (SELECT value + 1 FROM ptc_counter))",
    );
    other.exec("UPDATE ptc_counter SET value = value + 1");
    other.close();
    wakes.at(-1)?.();
    for (const { value } of await Promise.all(next)) expect(value).toMatchObject({ id: "a" });
    ended.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(5);
  });

  test("wakes watches of another store of the same process at once", async () => {
    const clock = { now: () => 1000, monotonic: () => 0, sleep: () => new Promise<void>(() => {}) };
    const [watcher, writer] = [await open({ clock }), await open({ clock })];
    const { signal } = new AbortController();
    const watch = watcher.watch({ kind: "run" }, { signal })[Symbol.asyncIterator]();
    const next = watch.next();
    await add(writer, "a");
    expect((await next).value).toMatchObject({ id: "a" });
  });
});

describe("drivers", () => {
  const missing = (name: string): never => {
    throw Object.assign(new Error(`No such built-in module: ${name}`), {
      code: "ERR_UNKNOWN_BUILTIN_MODULE",
    });
  };

  test("names the versions that have SQLite if this host lacks it", async () => {
    const opening = openWith(path, {}, (name) => Promise.resolve(missing(name)).catch(missing));
    expect(await problem(opening, "unavailable")).toBe(
      `sqlite:${path}: this host (Node ${process.versions.node}) has no SQLite: ` +
        "use Node 22.13 or newer, or install the package better-sqlite3 in version 12",
    );
  });

  test("uses better-sqlite3 where node:sqlite is missing, and reads its errors", async () => {
    /** As in better-sqlite3: codes are names, and the folder is checked first. */
    const renamed = (error: unknown): never => {
      const { errcode } = error as { readonly errcode?: number };
      const names = new Map([
        [5, "SQLITE_BUSY"],
        [13, "SQLITE_FULL"],
        [26, "SQLITE_NOTADB"],
      ]);
      const code = names.get(errcode ?? 0) ?? "SQLITE_ERROR";
      throw Object.assign(new Error((error as Error).message), { code });
    };
    class Database {
      private readonly database: DatabaseSync;
      constructor(path: string) {
        if (path.includes("/no/"))
          throw new TypeError("Cannot open database because the directory does not exist");
        this.database = new DatabaseSync(path);
        this.exec("PRAGMA max_page_count = 60");
      }
      exec(sql: string): this {
        try {
          this.database.exec(sql);
        } catch (error) {
          renamed(error);
        }
        return this;
      }
      prepare(sql: string) {
        const statement = this.database.prepare(sql);
        const calling =
          <Result>(call: (...parameters: (string | number | null)[]) => Result) =>
          (...parameters: (string | number | null)[]): Result => {
            try {
              return call(...parameters);
            } catch (error) {
              return renamed(error);
            }
          };
        return {
          run: calling((...parameters) => statement.run(...parameters)),
          get: calling((...parameters) => statement.get(...parameters)),
          all: calling((...parameters) => statement.all(...parameters)),
        };
      }
      close(): this {
        this.database.close();
        return this;
      }
    }
    const importModule = (name: string): Promise<unknown> =>
      name === "better-sqlite3"
        ? Promise.resolve({ default: Database })
        : Promise.reject(new Error("No such built-in module"));
    const store = await openWith(path, { timeoutMs: 0 }, importModule);
    opened.push(store);
    await add(store, "a");
    await problem(add(store, "b", "x".repeat(300_000)), "full");
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await problem(add(store, "b"), "unavailable");
    other.close();
    expect(
      await problem(openWith(join(folder, "no/runs.db"), {}, importModule), "unavailable"),
    ).toContain("doesn't exist: create it");
    appendFileSync(join(folder, "text"), "x".repeat(5000));
    await problem(openWith(join(folder, "text"), {}, importModule), "damaged");
  });

  test("reports a better-sqlite3 that wasn't built for this version of Node", async () => {
    /** Called with `new`. */
    function Database(): never {
      throw new Error("Could not locate the bindings file. Tried:\n -> /a\n -> /b");
    }
    const opening = openWith(path, {}, (name) =>
      name === "better-sqlite3"
        ? Promise.resolve({ default: Database })
        : Promise.reject(new Error("No such built-in module")),
    );
    expect(await problem(opening, "unavailable")).toBe(
      `sqlite:${path}: the SQLite of this host (Node ${process.versions.node}) can't be loaded: ` +
        "use Node 22.13 or newer, or build better-sqlite3 for this version of Node with " +
        "`npm rebuild better-sqlite3` (Could not locate the bindings file. Tried:)",
    );
  });

  test("imports without node:sqlite, and then names the versions that have it", async () => {
    const script = `
      import { openSqliteStore } from ${JSON.stringify(new URL("index.ts", import.meta.url).href)};
      await openSqliteStore(${JSON.stringify(path)}).catch((error) => console.log(error.message));
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=@ptc/source",
      "--no-experimental-sqlite",
      "--input-type=module",
      "--eval",
      script,
    ]);
    expect(stdout).toContain("use Node 22.13 or newer, or ");
  });
});
