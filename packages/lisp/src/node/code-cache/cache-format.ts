// Defines the format of files with compiled code: lengths and a checksum, the key with its source
// and target, then the code. V8 checks its own version and flags and the length of the source, but
// nothing else. Damaged code would crash the process.

const mark = "PTCCODE1";
/** The mark, followed by three numbers: key bytes, code bytes, and the checksum. */
const headBytes = mark.length + 3 * 4;
/** Alignment of the code in the file, because V8 copies code that doesn't begin at a whole word. */
const alignment = 16;
/** The checksum covers one word of this many bytes, because disks lose whole blocks. */
const stride = 4096;

/** Returns a file with `code`. `key` names its source and target. */
export function packed(key: string, code: Uint8Array): Buffer {
  const keyBytes = Buffer.from(key);
  const start = codeStart(keyBytes.length);
  const file = Buffer.alloc(start + code.length);
  file.write(mark, "latin1");
  file.writeUInt32LE(keyBytes.length, mark.length);
  file.writeUInt32LE(code.length, mark.length + 4);
  file.writeUInt32LE(sumOf(code), mark.length + 8);
  keyBytes.copy(file, headBytes);
  file.set(code, start);
  return file;
}

/** Returns the code of a file if the file is complete and has this key. */
export function unpacked(key: string, file: Buffer): Buffer | undefined {
  if (file.length < headBytes || file.toString("latin1", 0, mark.length) !== mark) return undefined;
  const keyBytes = file.readUInt32LE(mark.length);
  const start = codeStart(keyBytes);
  if (file.readUInt32LE(mark.length + 4) !== file.length - start) return undefined;
  if (file.toString("utf8", headBytes, headBytes + keyBytes) !== key) return undefined;
  const code = file.subarray(start);
  return file.readUInt32LE(mark.length + 8) === sumOf(code) ? code : undefined;
}

function codeStart(keyBytes: number): number {
  return Math.ceil((headBytes + keyBytes) / alignment) * alignment;
}

function sumOf(code: Uint8Array): number {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  let sum = code.byteLength;
  for (let at = 0; at + 4 <= code.byteLength; at += stride)
    sum = (Math.imul(sum, 31) + view.getUint32(at, true)) | 0;
  return sum >>> 0;
}
