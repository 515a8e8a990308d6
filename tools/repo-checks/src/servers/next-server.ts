// The Next.js app of `examples/web-servers`, built with Turbopack, and started in a folder without
// our packages.

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundlersFolder, removePackages } from "../bundlers/bundlers-folder.ts";
import { runToEnd } from "../bundlers/run-to-end.ts";
import { startProcess, webServersFolder, type ServerProcess } from "./node-servers.ts";

const env = { PATH: process.env["PATH"], NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };

export async function startNext(): Promise<ServerProcess> {
  const folder = await bundlersFolder();
  const example = join(folder, "web-servers");
  rmSync(example, { recursive: true, force: true });
  for (const part of ["src", "next"])
    cpSync(join(webServersFolder, part), join(example, part), { recursive: true });
  const app = join(example, "next");
  const next = join(folder, "node_modules/next/dist/bin/next");
  await runToEnd(process.execPath, [next, "build"], { cwd: app, env });
  const out = mkdtempSync(join(tmpdir(), "ptc-next-"));
  cpSync(join(app, ".next/standalone"), out, { recursive: true, verbatimSymlinks: true });
  removePackages(folder);
  const server = await startProcess("Next.js", process.execPath, ["web-servers/next/server.js"], {
    cwd: out,
    env: { ...env, PORT: "0", HOSTNAME: "127.0.0.1" },
    endsWith: 143,
  });
  return {
    url: server.url,
    stop: async () => {
      const problems = await server.stop();
      rmSync(out, { recursive: true });
      return problems;
    },
  };
}
