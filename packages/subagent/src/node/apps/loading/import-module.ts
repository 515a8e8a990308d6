// Loads a JavaScript module, or a TypeScript module if this Node supports it.

import { pathToFileURL } from "node:url";
import { LoadError } from "@ptc/core/internal/host";

/**
 * Returns the exports of a module. `shown` is its name in messages.
 * @throws LoadError for any module that can't be loaded
 */
export async function importModule(path: string, shown: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const { code, message } =
      error instanceof Error
        ? (error as NodeJS.ErrnoException)
        : { code: undefined, message: String(error) };
    if (code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?ts$/.test(path))
      throw new LoadError(
        `${shown}: this Node (${process.version}) can't run TypeScript; use Node 22.18 or newer, or write the module in JavaScript`,
      );
    throw new LoadError(`${shown}: can't be loaded: ${message}`);
  }
}
