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
  /** The commands of a shell that stop it as in a crash, and start it. */
  readonly commands: { readonly stop: string; readonly start: string };
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
  const control = (...args: readonly string[]): Command => [
    join(programs, "pg_ctl"),
    ["-D", data, "-l", join(folder, "log"), "-w", ...args],
  ];
  const starting = control(
    "-o",
    `-p ${String(port)} -c listen_addresses=127.0.0.1 -c max_connections=400 -c unix_socket_directories=${folder}`,
    "start",
  );
  const stopping = (mode: "fast" | "immediate"): Command => control("-m", mode, "stop");
  const start = (): void => run(...starting);
  const stop = (mode: "fast" | "immediate" = "fast"): void => run(...stopping(mode));
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
    commands: { stop: shellText(stopping("immediate")), start: shellText(starting) },
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

type Command = readonly [program: string, args: readonly string[]];

/** Returns the command for the user of the server. */
function asServerUser([program, args]: Command): Command {
  return isRoot() ? ["runuser", ["-u", serverUser, "--", program, ...args]] : [program, args];
}

/** Returns the command as a shell reads it. Its output is dropped, as in `run`. */
function shellText(command: Command): string {
  const [program, args] = asServerUser(command);
  const words = [program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return `cd / && ${words.join(" ")} > /dev/null 2>&1`;
}

function run(...command: Command): void {
  const [program, args] = asServerUser(command);
  const { status, error } = spawnSync(program, args, {
    cwd: "/",
    // The server would keep an inherited pipe open, so reading it would never end.
    stdio: "ignore",
  });
  if (status !== 0)
    throw new Error(
      `${[program, ...args].join(" ")} failed: ${error?.message ?? `exit code ${String(status)}`}`,
    );
}

/**
 * Runs a command while the server runs, with its address as `PTC_POSTGRES`, and the commands that
 * stop and start it as `PTC_POSTGRES_STOP` and `PTC_POSTGRES_START`.
 */
export async function withPostgres(
  server: PostgresServer,
  [command = "", ...args]: readonly string[],
): Promise<number> {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      PTC_POSTGRES: server.url,
      PTC_POSTGRES_STOP: server.commands.stop,
      PTC_POSTGRES_START: server.commands.start,
    },
  });
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
