// Loads a module that the user named, TypeScript where this Node runs it.

import { pathToFileURL } from "node:url";
import { UsageError } from "../terminal/usage-error.ts";

/**
 * `shown` is the module as messages name it.
 * @throws UsageError for a module that cannot be loaded, for whatever reason
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
      throw new UsageError(
        `${shown}: this Node (${process.version}) does not run TypeScript: use Node 22.18 or newer, or write it in JavaScript`,
      );
    throw new UsageError(`${shown}: cannot be loaded: ${message}`);
  }
}
