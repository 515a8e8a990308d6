// Bundles the stages as an application would, with or without metering. Without: the same sources,
// but nothing counts steps or bytes, and so nothing looks at the clock; calls are still counted for
// their depth, which keeps the stack whole.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Stages } from "./stages.ts";

/** Bundles, imports and loads all builtins. */
export async function bundledStages(isMetered: boolean): Promise<Stages> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-stages-"));
  try {
    const removed = { ticks: 0, charges: 0, bodies: 0 };
    const outfile = join(folder, "stages.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("stages.ts", import.meta.url))],
      outfile,
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      conditions: ["@ptc/source"],
      target: "es2023",
      logLevel: "error",
      plugins: isMetered ? [] : [withoutMetering(removed)],
    });
    // Sources that count in another way than this knows would make the comparison tell nothing.
    if (!isMetered && (removed.ticks < 20 || removed.charges < 100 || removed.bodies !== 2))
      throw new Error(`metering is written in another way: removed ${JSON.stringify(removed)}`);
    const { stages } = (await import(pathToFileURL(outfile).href)) as { readonly stages: Stages };
    await stages.load();
    return stages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function withoutMetering(removed: { ticks: number; charges: number; bodies: number }): Plugin {
  const dropped = (count: keyof typeof removed) => (): string => {
    removed[count] += 1;
    return "";
  };
  return {
    name: "without-metering",
    setup: (esbuild) => {
      esbuild.onLoad({ filter: /[\\/]lisp[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
        loader: "ts",
        contents: readFileSync(path, "utf8")
          .replaceAll(
            /if \(--(?:this\.)?(?:branch|asking)\.ticks < 0\) (?:this\.)?(?:branch|asking)\.refill(?:At)?\([\w.]*\);/g,
            dropped("ticks"),
          )
          // With what is charged, so that it is not computed either; what stands elsewhere calls a
          // method that is empty now.
          .replaceAll(/^ *(this\.)?branch\.(spend|charge)\([^;]*\);$/gm, dropped("charges"))
          .replace(
            /if \(steps > mostAtOnce\) this\.spendMuch\(steps\);\s*else if \(\(this\.ticks -= steps\) < 0\) this\.refill\(\);/,
            dropped("bodies"),
          )
          .replace(/if \(\(this\.bytesLeft -= bytes\) < 0\) \{[^}]*\}/, dropped("bodies")),
      }));
    },
  };
}
