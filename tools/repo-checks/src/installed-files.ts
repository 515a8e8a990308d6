// The files of installed packages: their size, and whether debuggers find the sources named in
// source maps.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the size of all files below a folder, in bytes. */
export function bytesBelow(folder: string): number {
  return globSync("**/*", { cwd: folder })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/** Returns one problem for each source of a map that is neither in the map nor installed. */
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
