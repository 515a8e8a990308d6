// Reads the lines of a file piece by piece. Holds at most one line in memory.

import type { FileHandle } from "node:fs/promises";

/** A line of a file. */
export interface FileLine {
  /** The line without its line feed. */
  readonly bytes: Buffer;
  /** True if a line feed ends the line. Only the last line may lack one. */
  readonly isEnded: boolean;
}

const lineFeed = 0x0a;
const pieceBytes = 65_536;

export async function* fileLines(file: FileHandle): AsyncGenerator<FileLine> {
  let begun: Buffer[] = [];
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(pieceBytes),
      0,
      pieceBytes,
      position,
    );
    if (bytesRead === 0) break;
    position += bytesRead;
    const piece = buffer.subarray(0, bytesRead);
    let start = 0;
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      yield { bytes: Buffer.concat([...begun, piece.subarray(start, end)]), isEnded: true };
      begun = [];
      start = end + 1;
    }
    if (start < bytesRead) begun.push(piece.subarray(start));
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), isEnded: false };
}
