// Builds the page with Vite, as files for any server.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../page");
const sample = join(import.meta.dirname, "../data/orders.csv");

/** Writes the page and the sample file into a folder. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    // In this repository the packages resolve to their sources; leave this out elsewhere.
    resolve: { conditions: ["@ptc/source", "browser", "module", "import", "default"] },
    oxc: { jsx: { runtime: "automatic" } },
    build: { outDir, emptyOutDir: false, assetsDir: "", target: "es2023", modulePreload: false },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  });
  copyFileSync(sample, join(outDir, "orders.csv"));
}
