// A folder with a `ptc.json` over four servers of others: three as child processes, one over HTTP.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { repositoryRoot } from "../workspaces.ts";

export interface UpstreamFolder {
  readonly folder: string;
  readonly close: () => void;
}

/** The pages of this origin may connect. */
export const allowedOrigin = "http://app.test";

const servers = join(repositoryRoot, "tools/repo-checks/node_modules/@modelcontextprotocol");

/** Returns the file of one of the official example servers. */
function serverFile(name: string): string {
  return join(servers, name, "dist/index.js");
}

export async function upstreamFolder(): Promise<UpstreamFolder> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-mcp-check-"));
  mkdirSync(join(folder, "documents"));
  writeFileSync(join(folder, "documents/orders.csv"), "id,total\n1,20\n2,22\n");
  const port = await freePort();
  const remote = spawn(process.execPath, [serverFile("server-everything"), "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await listening(remote);
  const server = (name: string, ...args: string[]) => ({
    command: process.execPath,
    args: [serverFile(name), ...args],
    approve: "none",
  });
  const configuration = {
    upstreams: {
      everything: server("server-everything"),
      files: server("server-filesystem", join(folder, "documents")),
      graph: { ...server("server-memory"), env: { MEMORY_FILE_PATH: join(folder, "graph.jsonl") } },
      remote: { url: `http://127.0.0.1:${String(port)}/mcp`, approve: "none" },
    },
    sessions: { store: ".ptc/sessions.db" },
    http: { port: 0, allowedOrigins: [allowedOrigin], requestsPerMinute: 100_000 },
  };
  writeFileSync(join(folder, "ptc.json"), JSON.stringify(configuration));
  return {
    folder,
    close: () => {
      remote.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits for the line in which a server says that it listens. */
export async function listening(child: ChildProcess): Promise<string> {
  let text = "";
  return await new Promise((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (/listening|serves \d/.test(text)) resolve(text);
    });
    child.once("exit", (code) => {
      reject(new Error(`a server ended with ${String(code)}: ${text}`));
    });
  });
}
