// `openSqliteStore`: options, address, connection.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { systemClock, type Clock } from "@ptc/core/contracts";
import { checkedStore } from "@ptc/core/internal/store";
import { StoreError, type RunStore } from "@ptc/core/store";
import { Connection } from "./connection.ts";
import { FileWatch } from "./file-watch.ts";
import { openLog } from "./log-sync.ts";
import { SqliteBackend } from "./sqlite-backend.ts";
import { loadDriver, type ImportModule, type SqliteDriver } from "./sqlite-driver.ts";

/** The options of `openSqliteStore`. */
export interface SqliteStoreOptions {
  /** The largest snapshot or entry, in bytes of UTF-8. Default 100 MB. */
  readonly maximumBytes?: number;
  /** How long a call waits while other processes write, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** Between two looks for changes of other processes, in milliseconds. Default 2,000. */
  readonly pollMs?: number;
  /**
   * When a change counts as stored. `full`, the default: when it is on the disk, so it survives a
   * power failure. `normal`: when the operating system has it, so it survives the death of any
   * process. A power failure can then undo the last changes, and calls of tools can be repeated.
   */
  readonly synchronous?: "full" | "normal";
  /** For the times of records and leases. Default: the host's clock. */
  readonly clock?: Clock;
  /**
   * `DatabaseSync` of `node:sqlite`, or the default export of better-sqlite3. Default: the first of
   * them that this host has.
   */
  readonly driver?: SqliteDriver;
}

/**
 * Opens a store in a SQLite file, and creates the file if it doesn't exist. Several processes of
 * one machine may open the same file.
 *
 * @param path - of the file, such as `runs.db` or `sqlite:runs.db`
 * @throws StoreError which names the file and a remedy
 */
export async function openSqliteStore(
  path: string,
  options: SqliteStoreOptions = {},
): Promise<RunStore> {
  return openWith(path, options, (name) => import(name));
}

/** Opens a store with the modules that `importModule` finds, and the log that `open` opens. */
export async function openWith(
  address: string,
  options: SqliteStoreOptions,
  importModule: ImportModule,
  open = openLog,
): Promise<RunStore> {
  const path = pathOf(address);
  const name = `sqlite:${path}`;
  const { clock = systemClock, maximumBytes } = options;
  const timeoutMs = checkedMs(name, "timeoutMs", options.timeoutMs, 5000, 0);
  const pollMs = checkedMs(name, "pollMs", options.pollMs, 2000, 1);
  const synchronous = checkedSynchronous(name, options.synchronous);
  const driver = options.driver ?? (await loadDriver(name, importModule));
  const file = resolve(path);
  const connection = await Connection.open({
    store: name,
    path: file,
    driver,
    timeoutMs,
    clock,
    synchronous,
    openLog: open,
  });
  try {
    const watch = new FileWatch({
      file: realpathSync(file),
      pollMs,
      clock,
      dataVersion: () => connection.dataVersion(),
    });
    return checkedStore(new SqliteBackend(name, connection, clock, watch), { name, maximumBytes });
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Accepts `runs.db`, `sqlite:runs.db` and `sqlite:///var/runs.db`. */
function pathOf(address: string): string {
  const given = typeof address === "string" ? address : "";
  const path = given.replace(/^sqlite:(?:\/\/(?=\/))?/, "");
  if (path === "" || path.includes("\0") || path.startsWith(":memory:"))
    throw new StoreError(
      "invalid",
      "sqlite: the address has no file: pass a path such as `sqlite:runs.db`, " +
        "or use `createMemoryStore` of @ptc/core/store",
    );
  return path;
}

function checkedMs(
  store: string,
  option: string,
  value: number | undefined,
  standard: number,
  least: number,
): number {
  if (value === undefined) return standard;
  if (Number.isInteger(value) && value >= least && value <= 3_600_000) return value;
  throw new StoreError(
    "invalid",
    `${store}: \`${option}\` is ${String(value)}: ` +
      `use a whole number of milliseconds from ${String(least)} to 3600000`,
  );
}

function checkedSynchronous(
  store: string,
  value: "full" | "normal" | undefined = "full",
): "full" | "normal" {
  if ((["full", "normal"] as readonly unknown[]).includes(value)) return value;
  throw new StoreError(
    "invalid",
    `${store}: \`synchronous\` is ${JSON.stringify(value)}: use "full" or "normal"`,
  );
}
