// Writes the log of SQLite to the disk, outside of the event loop. SQLite itself would block the
// process until the disk has answered.
//
//   commit 1 ── sync ─────────────┐ change 1 is stored
//     commit 2 ─┐                 │
//     commit 3 ─┴─ waits ───────── sync ────────┐ changes 2 and 3 are stored

import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";

/** The log as a file that can be written to the disk. */
export type SyncedFile = Pick<FileHandle, "datasync" | "close">;

export class LogSync {
  private readonly file: SyncedFile;
  private running: Promise<void> | undefined = undefined;
  private next: Promise<void> | undefined = undefined;
  /** Once this has failed, the system may have dropped the changes that it couldn't write. */
  failure: { readonly error: unknown } | undefined = undefined;

  constructor(file: SyncedFile) {
    this.file = file;
  }

  /** Resolves when everything that was committed before this call is on the disk. */
  async sync(): Promise<void> {
    if (this.running === undefined) await this.begin();
    else {
      // Work that runs already may have begun before the last commit.
      const { running } = this;
      this.next ??= running
        .catch(() => undefined)
        .then(() => {
          this.next = undefined;
          return this.begin();
        });
      await this.next;
    }
  }

  /** Called after the connection is closed, which has written everything to the disk. */
  close(): void {
    // Waits for work that runs. Errors don't matter, because all changes are in the other file.
    this.file.close().catch(() => undefined);
  }

  private async begin(): Promise<void> {
    if (this.failure !== undefined) throw this.failure.error;
    const running = this.file.datasync().then(
      () => {
        if (this.running === running) this.running = undefined;
      },
      (error: unknown) => {
        this.failure ??= { error };
        throw error;
      },
    );
    this.running = running;
    await running;
  }
}

/** Opens the log of an open database. Undefined if it has none, or one that can't be written. */
export async function openLog(path: string): Promise<SyncedFile | undefined> {
  try {
    return await open(`${path}-wal`, "r+");
  } catch {
    return undefined;
  }
}
