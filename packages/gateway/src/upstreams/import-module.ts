// Loads a module of the user.

import { pathToFileURL } from "node:url";

/** Returns the exports of the module at an absolute path. Its code runs in this process. */
export async function importModule(path: string): Promise<unknown> {
  return (await import(pathToFileURL(path).href)) as unknown;
}
