// Reads the end of the history file, up to a limit.

import { open } from "node:fs/promises";
import { constants } from "node:fs";

const mostBytes = 4_000_000;

/**
 * Returns the text at the end of the file, or `undefined` if the file doesn't exist. Invalid bytes
 * become replacement characters.
 * @throws Error for files that can't be read, and for special files, which may be endless
 */
export async function readHistoryFile(path: string): Promise<string | undefined> {
  let file;
  try {
    // The flag avoids waiting for the writer of a pipe. Hosts without the flag ignore it.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new Error("this is not a regular file");
    const length = Math.min(status.size, mostBytes);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, status.size - length);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
