// One connection to the file: prepared statements, transactions, waiting for locks.
import { statSync } from "node:fs";
import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { LogSync, type openLog } from "./log-sync.ts";
import { integerOf } from "./rows.ts";
import { migrate, requireKnownSchema, requireKnownVersion } from "./schema.ts";
import type { SqliteDatabase, SqliteDriver, SqliteStatement } from "./sqlite-driver.ts";
import { isBusy, movedError, openErrorOf, storeErrorOf, syncErrorOf } from "./sqlite-errors.ts";

export interface ConnectionOptions {
  /** For messages. */
  readonly store: string;
  readonly path: string;
  readonly driver: SqliteDriver;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly synchronous: "full" | "normal";
  readonly openLog: typeof openLog;
}

/** SQLite waits this long for a lock while it blocks the process; then other work runs. */
const blockingMs = 50;
const maximumStatements = 200;

export class Connection {
  private readonly options: ConnectionOptions;
  private readonly database: SqliteDatabase;
  /** The open file. */
  private readonly file: string | undefined;
  private readonly statements = new Map<string, SqliteStatement>();
  /** Undefined if SQLite itself writes each change to the disk, or none. */
  private log: LogSync | undefined = undefined;

  private constructor(options: ConnectionOptions) {
    this.options = options;
    const { driver: Driver, path } = options;
    try {
      this.database = new Driver(path);
    } catch (error) {
      throw openErrorOf(options.store, path, error);
    }
    this.file = fileOf(path);
  }

  /** Opens the file, and creates or migrates its tables. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options);
    const { database } = connection;
    try {
      database.exec(`PRAGMA busy_timeout = ${String(Math.min(options.timeoutMs, blockingMs))}`);
      // A file of another application isn't changed.
      await connection.attempt(() => requireKnownSchema(options.store, database));
      await connection.attempt(() => {
        // Large changes don't leave a large log.
        database.exec("PRAGMA journal_mode = WAL");
        database.exec(`PRAGMA synchronous = ${options.synchronous}`);
        database.exec("PRAGMA journal_size_limit = 67108864");
        database.exec("PRAGMA cell_size_check = ON");
      });
      if ((await connection.attempt(() => requireKnownSchema(options.store, database))) === 0)
        await connection.transaction(() => {
          migrate(options.store, database);
        });
      await connection.openLog();
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Like `write`. The change is on the disk when the promise resolves. */
  async store<Result>(work: () => Result): Promise<Result> {
    const result = await this.write(work);
    await this.synced();
    return result;
  }

  /**
   * Runs a transaction that writes. Its work is synchronous, so none interleave. The change
   * survives the death of this process. A power failure may undo it, unless `store` makes a later
   * one.
   */
  async write<Result>(work: () => Result): Promise<Result> {
    return this.transaction(() => {
      const { store, path } = this.options;
      if (this.log?.failure !== undefined) throw syncErrorOf(store, this.log.failure.error);
      requireKnownVersion(store, (sql) => this.prepared(sql).get());
      // Writes to a deleted file are lost when the process ends.
      if (fileOf(path) !== this.file) throw movedError(store);
      return work();
    });
  }

  /** Runs statements that read one state of the file. */
  async read<Result>(work: () => Result): Promise<Result> {
    return this.attempt(() => this.within("BEGIN", work));
  }

  /** Returns a number that differs after another connection has changed the file. */
  dataVersion(): number {
    return integerOf(
      this.options.store,
      this.prepared("PRAGMA data_version").get(),
      "data_version",
    );
  }

  prepared(sql: string): SqliteStatement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    if (this.statements.size >= maximumStatements) this.statements.clear();
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.statements.clear();
    this.database.close();
    this.log?.close();
  }

  /** From here on, this class writes the log to the disk instead of SQLite. */
  private async openLog(): Promise<void> {
    const { synchronous, path, openLog } = this.options;
    if (synchronous === "normal") return;
    const file = await openLog(path);
    if (file === undefined) return;
    this.log = new LogSync(file);
    this.database.exec("PRAGMA synchronous = normal");
  }

  private async synced(): Promise<void> {
    try {
      await this.log?.sync();
    } catch (error) {
      throw syncErrorOf(this.options.store, error);
    }
  }

  private async transaction<Result>(work: () => Result): Promise<Result> {
    return this.attempt(() => this.within("BEGIN IMMEDIATE", work));
  }

  private within<Result>(begin: string, work: () => Result): Result {
    this.database.exec(begin);
    try {
      const result = work();
      this.database.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        this.database.exec("ROLLBACK");
      } catch {
        // SQLite has ended the transaction itself, for example if the disk is full.
      }
      throw error;
    }
  }

  /** Tries again while another connection has the lock, and converts errors. */
  private async attempt<Result>(work: () => Result): Promise<Result> {
    const { store, path, clock, timeoutMs } = this.options;
    for (let waited = 0; ; waited += blockingMs) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || waited + blockingMs >= timeoutMs)
          throw storeErrorOf(store, path, error);
      }
      await sleep(clock, 1, new AbortController().signal);
    }
  }
}

/** Returns a text that names the file at a path, and not the path. */
function fileOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? undefined : `${String(file.dev)}:${String(file.ino)}`;
}
