// The scripts of the language, for hosts that keep compiled code, and the files that start them.
// Also the program of a pool process as a text, for bundles, which have no such files.
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Options } from "tsup";
import { loadedBefore } from "../../tsup.files.ts";
import { buildScripts, buildStart, textOfProgram } from "../../tsup.scripts.ts";
import { loadOrder } from "./tsup.order.ts";

/** `root` is the folder of the package; `folder` may be below it. */
export async function buildLanguageScripts(root: string, folder: string): Promise<void> {
  const language = "src/node/scripts/language.ts";
  await buildScripts({
    package: root,
    entries: { language, "pool-serve": "src/node/child/serve.ts" },
    folder: resolve(root, folder, "scripts"),
    plugins: [
      loadedBefore({
        ...loadOrder,
        [language]: ["src/index.ts", "src/entry/engine.ts"],
      }),
    ],
  });
  const start = (source: string, name: string): Promise<void> =>
    buildStart({
      package: root,
      source,
      file: resolve(root, folder, name),
      format: name.endsWith(".cjs") ? "cjs" : "esm",
      elsewhere: { "src/index.ts": "./index.js" },
    });
  await start("src/node/scripts/start.ts", "start.cjs");
  await start("src/node/child/start.ts", "pool-start.cjs");
  await start("src/node/fast/index.ts", "fast.js");
}

/**
 * Replaces the module `child-text.ts` by one that exports the program of a pool process. It is
 * compressed, because it repeats a third of the package.
 */
export const childAsText: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "child-as-text",
  setup: (building) => {
    building.onLoad({ filter: /\/node\/child\/child-text\.ts$/ }, async ({ path }) => {
      const text = await textOfProgram(import.meta.dirname, join(path, "../main.ts"));
      const base64 = brotliCompressSync(text).toString("base64");
      return { contents: `export const childText = "${base64}";`, loader: "js" };
    });
  },
};
