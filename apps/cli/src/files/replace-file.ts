// Replaces the text of a file atomically: writes a new file beside it, which then takes its place.

import { randomUUID } from "node:crypto";
import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Preserves symbolic links (the target is replaced) and the file's mode. Rejects with a reason for
 * users, and leaves the file unchanged in that case.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  // Without this check, the rename would replace even a protected file.
  await access(target, constants.W_OK);
  // eslint-disable-next-line texts/shortened-texts -- a name of a file beside the target
  const beside = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID()}`);
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.chmod(mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
