// Chooses a share of traces by their ids, alike in every process.

/** The hash is compared with a share of this range. */
const range = 2 ** 32;

/**
 * True for the given share of traces, from 0 to 1. The id alone decides, so all processes and all
 * passes of a run decide alike, and a trace of a smaller share is in every larger one.
 */
export function isInRatio(traceId: string, ratio: number): boolean {
  return hash(traceId) < ratio * range;
}

/** FNV-1a with a final mix, because ids may differ in their last digits only. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
