// Loads packages that a command needs and the command line doesn't include.

import { LoadError } from "@ptc/core/internal/host";

/** Loads the package. @throws LoadError with `missing`, which says how to install it */
export async function optionalPackage<Module extends object>(
  load: () => Promise<Module>,
  missing: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw new LoadError(isMissing(error) ? missing : `${missing} (${messageOf(error)})`);
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "ERR_MODULE_NOT_FOUND" || code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
