// Bundles the stages like an application would, with or without metering. Without metering, the
// sources are the same, but nothing counts steps and bytes or reads the clock. The depth of calls
// is still counted, to protect the stack.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Stages } from "./stages.ts";

/** Bundles, imports, and loads all builtins. */
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
    // If the sources count in an unknown way, the comparison would be meaningless.
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
          // After minification, only the part before a test that is always false remains.
          .replaceAll(/--(?:this\.)?(?:branch|asking|worker)\.ticks < 0/g, () => {
            removed.ticks += 1;
            return "false";
          })
          // Removes the whole statement, so that its argument isn't computed either. Charges inside
          // other statements call methods whose bodies are emptied below.
          .replaceAll(
            /^ *(this\.)?(?:branch|worker)\.(spend|charge)\([^;]*\);$/gm,
            dropped("charges"),
          )
          .replace(
            /if \(steps > mostAtOnce\) this\.spendMuch\(steps\);\s*else if \(\(this\.ticks -= steps\) < 0\) this\.refill\(\);/,
            dropped("bodies"),
          )
          .replace(/if \(\(this\.left\.memoryBytes -= bytes\) < 0\) \{[^}]*\}/, dropped("bodies")),
      }));
    },
  };
}
