// The files of installed packages: how much room they take, and whether a debugger finds the
// sources that the maps of the built files name.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** All files below a folder, in bytes. */
export function bytesBelow(folder: string): number {
  return globSync("**/*", { cwd: folder })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/** One problem for each source of a map that neither the map holds nor the installation. */
export function problemsOfMaps(packageFolder: string): readonly string[] {
  return globSync("dist/**/*.map", { cwd: packageFolder }).flatMap((file) => {
    const map = JSON.parse(readFileSync(join(packageFolder, file), "utf8")) as {
      readonly sources: readonly string[];
      readonly sourcesContent?: readonly (string | null)[];
    };
    return map.sources
      .filter(
        (source, index) =>
          typeof map.sourcesContent?.[index] !== "string" &&
          !existsSync(join(packageFolder, dirname(file), source)),
      )
      .map((source) => `${file} names the source ${source}, which is not installed`);
  });
}
