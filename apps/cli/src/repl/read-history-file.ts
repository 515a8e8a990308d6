// Reads the end of the history file, as much as could be of use.

import { open } from "node:fs/promises";
import { constants } from "node:fs";

const mostBytes = 4_000_000;

/**
 * The text at the end of the file; `undefined` when there is no such file. Invalid bytes become
 * replacement characters.
 * @throws Error for what is no plain file, which could be endless, or cannot be read
 */
export async function readHistoryFile(path: string): Promise<string | undefined> {
  let file;
  try {
    // Without waiting for a writer, should it be a pipe. Where there is no such flag, this adds
    // nothing.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new Error("it is no plain file");
    const length = Math.min(status.size, mostBytes);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, status.size - length);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
