// Bundles a server with each bundler and without settings, and runs what was built in a folder
// without our packages. The check `servers` does so with Next.js and Turbopack.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { bundlersFolder, removePackages } from "./bundlers/bundlers-folder.ts";
import { runToEnd } from "./bundlers/run-to-end.ts";

const servers = [
  "esbuild/server.mjs",
  "esbuild-cjs/server.cjs",
  "rollup/server.mjs",
  "vite/server.mjs",
  "webpack/server.cjs",
];

/** The output of the server, except for the message of the endless program. */
const expected =
  /^\[\[42,"2026-01-31",7\],\{"reason":"timeout","message":"[^"]+","[^\n]+\},"OK",3\]\n$/;

export async function checkBundlers(): Promise<CheckOutcome> {
  const folder = await bundlersFolder();
  const out = mkdtempSync(join(tmpdir(), "ptc-bundled-"));
  try {
    const env = { PATH: process.env["PATH"] };
    await runToEnd(process.execPath, [join(folder, "build.mjs"), out], { cwd: folder, env });
    removePackages(folder);
    const problems: string[] = [];
    for (const server of servers) {
      const output = await runToEnd(process.execPath, [join(out, server)], { cwd: out, env });
      if (!expected.test(output)) problems.push(`${server} printed ${output}`);
    }
    return outcomeOf(problems, `a pool, a program and an agent in ${servers.join(", ")}`);
  } finally {
    rmSync(out, { recursive: true });
  }
}
