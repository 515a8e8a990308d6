// A recording in a file: each line is written before the run hears of what it says.

import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** A file that a run is recorded to, line by line; made by `createRunRecordingFile`. */
export interface RunRecordingFile {
  readonly path: string;
  /** For `createRunRecorder`. @throws what the disk says */
  readonly write: (line: string) => void;
  /** Closes the file; may be called twice. */
  close(): void;
  /** The same as `close`, for `using file = createRunRecordingFile(path)`. */
  [Symbol.dispose](): void;
}

/**
 * Makes the file, which must not exist: a recording is of one run. Only its owner may read it.
 * @throws Error with the code of the file system, `EEXIST` where there is one
 */
export function createRunRecordingFile(path: string): RunRecordingFile {
  mkdirSync(dirname(path), { recursive: true });
  let file: number | undefined = openSync(path, "wx", 0o600);
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    path,
    write: (line) => {
      if (file === undefined) throw new Error("the file of the recording is closed");
      const bytes = Buffer.from(line, "utf8");
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    },
    close,
    [Symbol.dispose]: close,
  };
}
