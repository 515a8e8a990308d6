// A recording in a file. Each line is written before the run receives the recorded value.

import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** A file that records a run, line by line. Created by `createRunRecordingFile`. */
export interface RunRecordingFile {
  readonly path: string;
  /**
   * Writes a line, for `createRunRecorder`.
   * @throws errors of the file system
   */
  readonly write: (line: string) => void;
  /**
   * Empties the file, for the recorder of a resumed run, which records it from its start.
   * @throws errors of the file system
   */
  restart(): void;
  /** Closes the file. You may call it twice. */
  close(): void;
  /** Like `close`, for `using file = createRunRecordingFile(path)`. */
  [Symbol.dispose](): void;
}

/**
 * Creates the file, readable only by its owner. It must not exist, because a recording belongs to
 * one run.
 * @throws Error with the code of the file system, `EEXIST` if the file exists
 */
export function createRunRecordingFile(path: string): RunRecordingFile {
  mkdirSync(dirname(path), { recursive: true });
  let file: number | undefined = openSync(path, "wx", 0o600);
  let end = 0;
  const opened = (): number => {
    if (file === undefined) throw new Error("the recording file is closed");
    return file;
  };
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    path,
    write: (line) => {
      const bytes = Buffer.from(line, "utf8");
      for (let written = 0; written < bytes.length;) {
        const count = writeSync(opened(), bytes, written, bytes.length - written, end);
        written += count;
        end += count;
      }
    },
    restart: () => {
      ftruncateSync(opened(), 0);
      end = 0;
    },
    close,
    [Symbol.dispose]: close,
  };
}
