// A fingerprint of a text: equal texts have equal fingerprints. It detects changes of prompts; it
// is no protection against forged texts.

/** Returns 12 hex digits for a text, computed with two runs of FNV-1a over its UTF-16 units. */
export function fingerprint(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x5bd1e995);
  }
  const digits = (part: number): string => (part >>> 0).toString(16).padStart(8, "0");
  // eslint-disable-next-line texts/shortened-texts -- a fingerprint of fixed length
  return `${digits(low)}${digits(high)}`.slice(0, 12);
}
