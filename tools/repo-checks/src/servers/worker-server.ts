// The Worker of `examples/web-servers` in workerd, with its Durable Objects in memory.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { findHost } from "../hosts/other-hosts.ts";
import { abandonedMs, startProcess, webServersFolder, type ServerProcess } from "./node-servers.ts";

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-11-01",
    compatibilityFlags = ["enable_request_signal"],
    bindings = [
      (name = "RUNS", durableObjectNamespace = "RunObject"),
      (name = "DESK_ABANDONED_MS", text = "${String(abandonedMs)}"),
    ],
    durableObjectNamespaces = [(className = "RunObject", uniqueKey = "runs")],
    durableObjectStorage = (inMemory = void),
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Returns undefined if npm has no workerd for this machine. */
export async function startWorker(): Promise<ServerProcess | undefined> {
  const workerd = await findHost("workerd");
  if (workerd === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "ptc-worker-"));
  await build({
    entryPoints: [join(webServersFolder, "src/worker.ts")],
    outfile: join(folder, "worker.mjs"),
    bundle: true,
    format: "esm",
    target: "es2023",
    logLevel: "error",
  });
  writeFileSync(join(folder, "config.capnp"), config);
  const server = await startProcess(
    "Worker",
    workerd,
    ["serve", "config.capnp", "--control-fd=1"],
    {
      cwd: folder,
      env: { HOME: folder },
      urlIn: (line) => {
        const { event, port } = JSON.parse(line) as {
          readonly event: string;
          readonly port?: number;
        };
        return event === "listen" ? `http://127.0.0.1:${String(port)}` : undefined;
      },
    },
  );
  return {
    url: server.url,
    stop: async () => {
      const problems = await server.stop();
      rmSync(folder, { recursive: true });
      return problems;
    },
  };
}
