// `ptc library check`: reports the mistakes of libraries, and runs their tests.

import { oneLine } from "@ptc/core/internal/errors";
import { countText } from "@ptc/core/internal/json";
import { checkLibraries, libraryFile, loadLibraryFiles } from "@ptc/subagent/internal/node";
import { exitCode, type ExitCode } from "../terminal/exit-code.ts";
import type { Host } from "../terminal/host.ts";
import { writeLine } from "../terminal/output.ts";

/** The maximum length of a reported line, in characters. */
const longestLine = 2_000;

/** @throws LoadError */
export async function checkLibraryFiles(host: Host, path: string): Promise<ExitCode> {
  const loaded = loadLibraryFiles(host, path);
  const checked = await checkLibraries(loaded);
  if (!checked.ok) {
    for (const { message, details } of checked.fails) {
      const { file = "", line = 1, column = 1 } = details?.position ?? {};
      const source = libraryFile(loaded.folder, file.replace(/\.clj$/, ""), "source");
      const hint = details?.hint === undefined ? "" : ` (${details.hint})`;
      const place = `${source}:${String(line)}:${String(column)}`;
      await writeLine(host.output, oneLine(`${place}: ${message}${hint}`, longestLine));
    }
    return exitCode.failed;
  }
  for (const { library, number, function: name, message } of checked.failed) {
    const tests = libraryFile(loaded.folder, library, "tests");
    const text = `${tests}: test ${String(number)} of ${name}: ${message}`;
    await writeLine(host.output, oneLine(text, longestLine));
  }
  const { libraries, passed, failed } = checked;
  const functions = libraries.all.reduce((count, library) => count + library.functions.length, 0);
  await writeLine(
    host.output,
    [
      countText(libraries.all.length, "library", "libraries"),
      countText(functions, "function"),
      `${countText(passed, "test")} passed`,
      ...(failed.length === 0 ? [] : [`${String(failed.length)} failed`]),
    ].join(", "),
  );
  return failed.length === 0 ? exitCode.ok : exitCode.failed;
}
