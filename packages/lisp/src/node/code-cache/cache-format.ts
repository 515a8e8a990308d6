// Defines the format of files with compiled code: a mark and the key, which names the source and
// target, then the code twice. V8 checks its own version and flags and the length of the source,
// but nothing else, and damaged code can crash the process. So both copies must be equal. This
// covers each bit and takes 0.5 ms for a file of 1.3 MB, while a checksum takes 3 to 4 ms: in
// JavaScript because the loop isn't compiled yet, in `node:zlib` because of its loading.
//
//   PTCCODE2, bytes in the key, bytes in the code │ key │ padding │ code │ code

const mark = "PTCCODE2";
const headBytes = mark.length + 2 * 4;
/** Alignment of the code in the file, because V8 copies code that doesn't begin at a whole word. */
const alignment = 16;

/** An open file. */
export interface FileBytes {
  readonly size: number;
  /** Fills a buffer with the bytes at a position. Returns false if the file has fewer. */
  readonly fill: (target: Uint8Array, position: number) => boolean;
}

/** Returns a file with `code`. `key` names its source and target. */
export function packed(key: string, code: Uint8Array): Buffer {
  const start = codeStart(Buffer.byteLength(key));
  const file = Buffer.alloc(start + 2 * code.length);
  writeHead(file, key, code.length);
  file.set(code, start);
  file.set(code, start + code.length);
  return file;
}

/** Returns the code of a file if the file is complete, undamaged, and has this key. */
export function unpacked(key: string, { size, fill }: FileBytes): Buffer | undefined {
  const start = codeStart(Buffer.byteLength(key));
  const codeBytes = (size - start) / 2;
  if (!Number.isInteger(codeBytes) || codeBytes < 0) return undefined;
  // The copy is compared in parts, because the first use of memory costs more than reading.
  const file = Buffer.allocUnsafeSlow(start + codeBytes);
  const head = Buffer.alloc(start);
  writeHead(head, key, codeBytes);
  if (!fill(file, 0) || !file.subarray(0, start).equals(head)) return undefined;
  const code = file.subarray(start);
  const part = Buffer.allocUnsafeSlow(Math.min(partBytes, codeBytes));
  for (let at = 0; at < codeBytes; at += part.length) {
    const copy = part.subarray(0, codeBytes - at);
    const original = code.subarray(at, at + copy.length);
    if (!fill(copy, start + codeBytes + at) || !copy.equals(original)) return undefined;
  }
  return code;
}

const partBytes = 65_536;

function writeHead(file: Buffer, key: string, codeBytes: number): void {
  file.write(mark, "latin1");
  file.writeUInt32LE(file.write(key, headBytes), mark.length);
  file.writeUInt32LE(codeBytes, mark.length + 4);
}

function codeStart(keyBytes: number): number {
  return Math.ceil((headBytes + keyBytes) / alignment) * alignment;
}
