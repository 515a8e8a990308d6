// What stands in a file of compiled code: its lengths and a sum, what it was compiled from and
// for, then the code. V8 itself looks at its version and its flags, at the length of the source,
// and at nothing that follows: damaged code would end the process.

const mark = "PTCCODE1";
/** The mark, then three numbers: bytes of the key, bytes of the code, and their sum. */
const headBytes = mark.length + 3 * 4;
/** V8 copies code that does not begin at a whole word. */
const alignment = 16;
/** The sum looks at one word of this many bytes: what disks lose are whole blocks. */
const stride = 4096;

/** A file with `code`, which was compiled from and for what `key` says. */
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

/** The code in a file, if it is whole and has this key. */
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
