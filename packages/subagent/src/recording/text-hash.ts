// A short hash of a long text that comes in parts, such as the lines of a recording. It isn't
// cryptographic: it only distinguishes texts. It reads the text in large chunks, four bytes at a
// time, because the lines of a call must cost less than the call.

/** The units of a chunk, except for the units that its last part adds. */
const chunkUnits = 32_768;

export class TextHash {
  private pending: string[] = [];
  private units = 0;
  private first = 0x811c9dc5;
  private second = 0x9dc5811c;
  private bytes: DataView | undefined = undefined;

  /** Adds a part. Equal parts in the same order give equal digests. */
  add(part: string): void {
    this.pending.push(part);
    this.units += part.length;
    if (this.units >= chunkUnits) this.mix();
  }

  /** Returns sixteen hexadecimal digits for the parts so far. */
  digest(): string {
    this.mix();
    return hexOf(this.first) + hexOf(this.second);
  }

  private mix(): void {
    if (this.units === 0) return;
    const text = this.pending.join("\n");
    this.pending = [];
    this.units = 0;
    // The most bytes of a unit, and up to three zeros after the last one.
    const room = 3 * text.length + 4;
    if (this.bytes === undefined || this.bytes.byteLength < room)
      this.bytes = new DataView(new ArrayBuffer(room));
    const { bytes } = this;
    const { written } = new TextEncoder().encodeInto(text, new Uint8Array(bytes.buffer));
    for (let index = written; index < written + 4; index++) bytes.setUint8(index, 0);
    let { first, second } = this;
    for (let index = 0; index <= written; index += 4) {
      // The byte order is that of the text, on every host.
      const word = bytes.getUint32(index, true);
      first = Math.imul(first ^ word, prime);
      first ^= first >>> 15;
      second = Math.imul(second + word, otherPrime);
      second ^= second >>> 13;
    }
    this.first = Math.imul(first ^ written, prime);
    this.second = Math.imul(second + written, otherPrime);
  }
}

function hexOf(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

const prime = 0x85ebca6b;
const otherPrime = 0xc2b2ae35;
