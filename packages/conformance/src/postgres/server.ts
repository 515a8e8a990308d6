// A PostgreSQL server for tests, on a loopback port and in a folder of its own. Needs the programs
// of Debian's package `postgresql`, or `initdb` and `pg_ctl` on the path.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, chownSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";

const debianFolder = "/usr/lib/postgresql";
/** The server refuses to run as root, so root starts it as this user. */
const serverUser = "postgres";

/** A running server. */
export interface PostgresServer {
  /** Its address for `openPostgresStore`. */
  readonly url: string;
  /** Ends all connections at once, as in a crash. */
  stop(mode?: "fast" | "immediate"): void;
  start(): void;
  /** Stops the server and removes its folder. */
  remove(): void;
}

/**
 * Returns the folder of `initdb` and `pg_ctl`, and installs them on Debian as root if they are
 * missing. Undefined if that isn't possible.
 */
export function postgresPrograms(): string | undefined {
  const found = foundPrograms();
  if (found !== undefined || !existsSync("/usr/bin/apt-get") || !isRoot()) return found;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const command of [["update"], ["install", "-y", "--no-install-recommends", "postgresql"]]) {
    const { status } = spawnSync("apt-get", command, { stdio: "ignore", env: environment });
    if (status !== 0) return undefined;
  }
  return foundPrograms();
}

/** Makes and starts a server. Its data are lost when it is removed. */
export function startPostgres(programs: string, port: number): PostgresServer {
  const folder = mkdtempSync("/tmp/ptc-postgres-");
  const data = join(folder, "data");
  if (isRoot()) {
    const idOf = (option: string): number =>
      Number(spawnSync("id", [option, serverUser], { encoding: "utf8" }).stdout);
    chownSync(folder, idOf("-u"), idOf("-g"));
  }
  const controlled = (...args: readonly string[]): void =>
    run(join(programs, "pg_ctl"), ["-D", data, "-l", join(folder, "log"), "-w", ...args]);
  const start = (): void =>
    controlled(
      "-o",
      `-p ${String(port)} -c listen_addresses=127.0.0.1 -c max_connections=400 -c unix_socket_directories=${folder}`,
      "start",
    );
  const stop = (mode: "fast" | "immediate" = "fast"): void => controlled("-m", mode, "stop");
  const initial = ["-D", data, "-A", "trust", "-U", serverUser, "-E", "UTF8", "--locale=C"];
  try {
    run(join(programs, "initdb"), initial);
    start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `postgres://${serverUser}@127.0.0.1:${String(port)}/postgres`,
    start,
    stop,
    remove: () => {
      stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function foundPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = [
    ...versions
      .sort((left, right) => Number(right) - Number(left))
      .map((version) => join(debianFolder, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find((folder) =>
    ["initdb", "pg_ctl"].every((program) => existsSync(join(folder, program))),
  );
}

function isRoot(): boolean {
  return userInfo().uid === 0;
}

function run(program: string, args: readonly string[]): void {
  const asUser = ["-u", serverUser, "--", program, ...args];
  const { status, error } = spawnSync(isRoot() ? "runuser" : program, isRoot() ? asUser : args, {
    cwd: "/",
    // The server would keep an inherited pipe open, so reading it would never end.
    stdio: "ignore",
  });
  if (status !== 0)
    throw new Error(
      `${[program, ...args].join(" ")} failed: ${error?.message ?? `exit code ${String(status)}`}`,
    );
}

/** Runs a command while the server runs, with its address as `PTC_POSTGRES`. */
export async function withPostgres(
  server: PostgresServer,
  [command = "", ...args]: readonly string[],
): Promise<number> {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, PTC_POSTGRES: server.url },
  });
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
