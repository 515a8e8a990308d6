// Pairs the quotes of a text, which may contain quoted texts that contain quoted texts. An opening
// quote and its closing quote have the same number of backslashes before them.

export class QuotedTexts {
  /**
   * Maps the index of each opening quote to the index of its closing quote and their number of
   * backslashes.
   */
  private readonly closing = new Map<number, { readonly end: number; readonly escapes: number }>();

  constructor(text: string) {
    // The open quotes, in ascending order of their backslashes.
    const open: { readonly index: number; readonly escapes: number }[] = [];
    for (let index = text.indexOf('"'); index >= 0; index = text.indexOf('"', index + 1)) {
      const escapes = backslashesBefore(text, index);
      for (
        let last = open.at(-1);
        last !== undefined && last.escapes >= escapes;
        last = open.at(-1)
      ) {
        open.pop();
        if (last.escapes === escapes)
          this.closing.set(last.index, { end: index - escapes, escapes });
      }
      open.push({ index, escapes });
    }
  }

  /**
   * Returns the end of the text after the quote at `index`, and the number of backslashes before
   * its quotes. Returns `undefined` if the quote is never closed.
   */
  at(index: number): { readonly end: number; readonly escapes: number } | undefined {
    return this.closing.get(index);
  }
}

/**
 * Returns the number of backslashes before `index`. Counting them for each quote of a text takes
 * time in proportion to the text.
 */
export function backslashesBefore(text: string, index: number): number {
  let count = 0;
  while (text[index - 1 - count] === "\\") count++;
  return count;
}
