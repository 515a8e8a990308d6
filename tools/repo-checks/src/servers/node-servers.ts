// The servers of `examples/web-servers` that run on Node, as processes.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repositoryRoot } from "../workspaces.ts";

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Ends it with SIGTERM. Returns a problem if it doesn't end properly. */
  readonly stop: () => Promise<readonly string[]>;
}

export const webServersFolder = join(repositoryRoot, "examples/web-servers");

/** The time without a reader after which the servers cancel a run. */
export const abandonedMs = 500;

/** Starts `src/start.ts` with the name of a server. */
export async function startNodeServer(name: string): Promise<ServerProcess> {
  const words = [join(webServersFolder, "src/start.ts"), name, "0"];
  return await startProcess(name, process.execPath, words, {});
}

/** Starts a program, which prints its address. */
export async function startProcess(
  name: string,
  program: string,
  words: readonly string[],
  {
    cwd = webServersFolder,
    env = {},
    urlIn = (line) => /http:\/\/\S+/.exec(line)?.[0],
    endsWith = 0,
  }: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly urlIn?: (line: string) => string | undefined;
    /** The exit code after SIGTERM. */
    readonly endsWith?: number;
  },
): Promise<ServerProcess> {
  const child = spawn(program, words, {
    cwd,
    env: { PATH: process.env["PATH"], DESK_ABANDONED_MS: String(abandonedMs), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors = (errors + String(chunk)).slice(-4000)));
  const exited = once(child, "exit") as Promise<[number | null, string | null]>;
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = urlIn(line);
    if (url !== undefined) break;
  }
  child.stdout.resume();
  if (url === undefined) throw new Error(`${name} has not started: ${errors}`);
  return {
    url,
    stop: async () => {
      const early = child.exitCode ?? child.signalCode;
      if (early !== null) return [`${name}: ended early with ${String(early)}: ${errors}`];
      child.kill("SIGTERM");
      const killed = setTimeout(() => child.kill("SIGKILL"), 10_000);
      const [code, signal] = await exited;
      clearTimeout(killed);
      const ending = `${name}: ended with ${String(code ?? signal)} after SIGTERM`;
      return [
        ...(code === endsWith ? [] : [ending]),
        ...(errors === "" ? [] : [`${name}: printed ${errors}`]),
      ];
    },
  };
}
