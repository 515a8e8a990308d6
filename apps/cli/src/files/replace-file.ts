// Gives a file another text, whole or not at all: the text is written beside it and takes its
// place.

import { randomUUID } from "node:crypto";
import { access, constants, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * A symbolic link stays, and the file that it leads to is replaced; its mode stays. Rejects with a
 * reason that can be shown, and then the file is as it was.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  // A new file could take the place of one that is protected.
  await access(target, constants.W_OK);
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
