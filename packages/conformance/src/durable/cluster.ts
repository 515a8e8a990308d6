// Workers as processes, a Postgres database for each test, and a Postgres server that can be
// stopped.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DurableRunsOptions } from "@ptc/dbos";
import { build } from "esbuild";
import { Pool } from "pg";

const tables = [
  "CREATE TABLE attempts (run text, what text, call_id text, at float8)",
  "CREATE TABLE effects (run text, what text, call_id text PRIMARY KEY)",
  "CREATE TABLE transfers (run text, call_id text)",
];

/** Creates a database on the server of `serverUrl`. Returns its address. */
export async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const database = `ptc_${name}_${String(process.pid)}`;
  const server = new Pool({ connectionString: serverUrl, max: 1 });
  await server.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${database}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const pool = new Pool({ connectionString: url.href, max: 1 });
  for (const table of tables) await pool.query(table);
  await pool.end();
  return url.href;
}

/** Bundles the worker into one file, which starts several times faster. */
export async function bundledWorker(): Promise<string> {
  // The file must be below a folder with `node_modules`, for the packages that aren't bundled.
  const folder = mkdtempSync(join(tmpdir(), "ptc-durable-"));
  const outfile = join(folder, "worker.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "worker-main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@ptc/source"],
    // Optional packages that DBOS looks for.
    external: ["pg-native", "@opentelemetry/*", "winston-transport", "winston"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;',
    },
    logLevel: "error",
  });
  return outfile;
}

export type Settings = Partial<DurableRunsOptions>;

/** A worker process. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  isReady: boolean;
}

export class Cluster {
  readonly workers: WorkerProcess[] = [];
  private readonly file: string;
  private readonly databaseUrl: string;
  private readonly settings: Settings;
  /** The output of the processes on standard error. */
  errors = "";

  constructor(file: string, databaseUrl: string, settings: Settings) {
    this.file = file;
    this.databaseUrl = databaseUrl;
    this.settings = settings;
  }

  start(settings: Settings = {}): WorkerProcess {
    const options = JSON.stringify({ ...this.settings, ...settings });
    const child = spawn(process.execPath, ["--no-deprecation", this.file, options], {
      env: {
        ...process.env,
        PTC_POSTGRES: this.databaseUrl,
        // A process that is killed after a second has spent most of it on compiling its code.
        NODE_COMPILE_CACHE: join(dirname(this.file), "compiled"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr.on("data", (text: Buffer) => {
      this.errors = (this.errors + text.toString()).slice(-20_000);
    });
    const worker: WorkerProcess = {
      child,
      isReady: false,
      ready: new Promise((resolve) => {
        child.stdout.on("data", (text: Buffer) => {
          if (!text.toString().includes("ready")) return;
          worker.isReady = true;
          resolve();
        });
      }),
    };
    this.workers.push(worker);
    return worker;
  }

  async startAll(count: number): Promise<void> {
    const started = Array.from({ length: count }, () => this.start());
    await Promise.all(started.map(({ ready }) => ready));
  }

  /** Kills a worker at once. */
  async kill(worker: WorkerProcess): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1);
    if (worker.child.exitCode !== null) return;
    const exit = once(worker.child, "exit");
    worker.child.kill("SIGKILL");
    await exit;
  }

  async killAll(): Promise<void> {
    for (const worker of [...this.workers]) await this.kill(worker);
  }
}
