// `ptc-mcp` from its sources, as a child process.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repositoryRoot } from "../workspaces.ts";
import { listening } from "./upstream-folder.ts";

/** The words that start `ptc-mcp`, after the program of Node. */
export const ptcMcpWords: readonly string[] = [
  "--conditions=@ptc/source",
  join(repositoryRoot, "apps/mcp-server/bin/ptc-mcp.js"),
];

export interface HttpProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it with a signal and resolves to its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts `ptc-mcp --http` in the folder. */
export async function startHttp(folder: string): Promise<HttpProcess> {
  const child = spawn(process.execPath, [...ptcMcpWords, "--http"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "pipe"],
  });
  const text = await listening(child);
  return {
    url: /http:\/\/\S+/.exec(text)?.[0] ?? "",
    child,
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}
