// The hash of a library in a message.

/** The digits of a hash that messages show. */
const shownDigits = 12;

/** Returns the beginning of a hash, which identifies it in a message. */
export function shortHash(hash: string): string {
  // eslint-disable-next-line texts/shortened-texts -- a prefix identifies a hash
  return hash.slice(0, shownDigits);
}
