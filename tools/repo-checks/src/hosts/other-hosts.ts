// Fetches Deno, Bun and Cloudflare's workerd from npm like Node, with the hashes of
// scripts/pins.json, and runs the bundled programs in each of them.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { cleanEnvironment } from "../../../../scripts/environment.mjs";
import { fetchPackage } from "../../../../scripts/fetch.mjs";
import { pinOf } from "../../../../scripts/pins.mjs";
import { CACHE } from "../../../../scripts/places.mjs";
import { HOST_PACKAGES, kindOfMachine } from "../../../../scripts/platform.mjs";

export const otherHosts = {
  deno: { version: "2.9.6", program: "deno" },
  bun: { version: "1.4.5", program: "bin/bun" },
  workerd: { version: "1.20261117.1", program: "bin/workerd" },
} as const;

export type OtherHost = keyof typeof otherHosts;

/** Returns the program to start, or undefined if npm has none for this machine. */
export async function findHost(host: OtherHost): Promise<string | undefined> {
  const name = HOST_PACKAGES[host].get(kindOfMachine());
  if (name === undefined) return undefined;
  const { version, program } = otherHosts[host];
  const folder = await fetchPackage(
    { name, version, integrity: pinOf(host, version, name), wanted: /./, program },
    {
      folder: join(CACHE, "hosts", host, version, "node_modules", name),
      aside: join(CACHE, "fetching"),
      env: cleanEnvironment(process.env, []),
    },
  );
  return join(folder, program);
}

/** Returns the result of the `bundlePrograms` script there. @throws Error with the host's output */
export async function runInHost(
  host: OtherHost,
  executable: string,
  script: string,
): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), `ptc-${host}-`));
  try {
    return host === "workerd"
      ? await inWorkerd(executable, folder, script)
      : await inProcess(host, executable, folder, script);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runs = {
  deno: ["run", "--no-prompt", "--no-config", "--no-lock", "--no-remote"],
  bun: ["run"],
} as const;

async function inProcess(
  host: "deno" | "bun",
  executable: string,
  folder: string,
  script: string,
): Promise<unknown> {
  const file = join(folder, "programs.mjs");
  writeFileSync(file, `${script}\nconsole.log(JSON.stringify(await hosts.steps()));\n`);
  const child = spawn(executable, [...runs[host], file], {
    cwd: folder,
    env: { HOME: folder, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${host}: exit code ${String(code)}: ${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout) as unknown;
}

/** Starts a worker with one module that responds to any request with the steps. */
async function inWorkerd(executable: string, folder: string, script: string): Promise<unknown> {
  mkdirSync(folder, { recursive: true });
  const worker = `export default { fetch: async () => Response.json(await hosts.steps()) };`;
  writeFileSync(join(folder, "worker.mjs"), `${script}\n${worker}\n`);
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-11-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  const child = spawn(executable, ["serve", "config.capnp", "--control-fd=1"], {
    cwd: folder,
    env: { HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const errors = text(child.stderr);
    const port = await portOf(child, async () => (await errors).slice(0, 2000));
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    if (!response.ok) throw new Error(`workerd answers ${String(response.status)}`);
    return await response.json();
  } finally {
    child.kill();
  }
}

/** Returns the port; workerd reports each socket that it listens on as a line of JSON. */
async function portOf(child: ChildProcess, said: () => Promise<string>): Promise<number> {
  if (child.stdout === null) throw new Error("workerd has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, port } = JSON.parse(line) as { readonly event: string; readonly port?: number };
    if (event === "listen" && port !== undefined) return port;
  }
  throw new Error(`workerd ends at once: ${await said()}`);
}
