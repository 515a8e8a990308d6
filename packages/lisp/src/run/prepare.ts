// Reads and analyzes a source to get a runnable program, which is compiled when it first runs.

import { lazyCode } from "../loading/lazy-code.ts";
import { analyzeForms } from "./analyze-source.ts";
import { resolvePrepareOptions, type ResolvedPrepareOptions } from "../options/resolve-options.ts";
import type { PrepareOptions } from "../options/run-options.ts";
import type { Prepared } from "./program.ts";
import { readSource, type ReadSource } from "./read-source.ts";

/**
 * Reads and analyzes `source`. Returns the result itself if nothing has to be loaded, because a
 * promise takes as long as a small program.
 * @throws OptionError for a bad option
 */
export function prepareNow(source: string, given: PrepareOptions): Prepared | Promise<Prepared> {
  let options: ResolvedPrepareOptions;
  try {
    options = resolvePrepareOptions(given);
  } catch (error) {
    return lazyCode.language.use((code) => code.prepareAgain(error, source, given, prepareNow));
  }
  const analyze = (read: ReadSource): Prepared | Promise<Prepared> =>
    read.ok ? analyzeForms(source, read.forms, options) : read;
  const prepare = (): Prepared | Promise<Prepared> => {
    const read = readSource(source, options.limits);
    return read instanceof Promise ? read.then(analyze) : analyze(read);
  };
  const loading = lazyCode.generator.beforeRun(given.generate);
  return loading === undefined ? prepare() : loading.then(prepare);
}
