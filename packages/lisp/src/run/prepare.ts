// From source to a program that can run: reads and analyses it. It is compiled when it first runs.

import { generatorFor } from "./load-generator.ts";
import { analyseForms } from "./analyse-source.ts";
import { resolvePrepareOptions, type PrepareOptions } from "./options.ts";
import type { Prepared } from "./prepared.ts";
import { readSource, type ReadSource } from "./read-source.ts";

/**
 * Reads and analyses `source`. Answers with the result itself where nothing has to be loaded,
 * because a promise takes as long as a small program.
 * @throws OptionError for a bad option
 */
export function prepareNow(source: string, given: PrepareOptions): Prepared | Promise<Prepared> {
  const options = resolvePrepareOptions(given);
  // Whoever asks for generated code from the first call on has it from there on.
  const loading = generatorFor(given.generate);
  if (loading !== undefined) return loading.then(() => prepareNow(source, given));
  const analyse = (read: ReadSource): Prepared | Promise<Prepared> =>
    read.ok ? analyseForms(source, read.forms, options) : read;
  const read = readSource(source, options.limits);
  return read instanceof Promise ? read.then(analyse) : analyse(read);
}
