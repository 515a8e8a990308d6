// Finds which quotes of a text belong together, in a text that may hold texts in quotes that hold
// texts in quotes: an opening and a closing quote have the same number of backslashes in front.

/** More backslashes than these are counted as these. */
const mostEscapes = 64;

export class QuotedTexts {
  /** For each quote, by its index: the quote that closes what it opens, and its backslashes. */
  private readonly closing = new Map<number, { readonly end: number; readonly escapes: number }>();

  constructor(text: string) {
    // Quotes that are open, those with more backslashes behind those with fewer.
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
   * Of the quote at `index`: where the text behind it ends, and how many backslashes stand in front
   * of the quotes; undefined where nothing closes it.
   */
  at(index: number): { readonly end: number; readonly escapes: number } | undefined {
    return this.closing.get(index);
  }
}

export function backslashesBefore(text: string, index: number): number {
  let count = 0;
  while (count <= mostEscapes && text[index - 1 - count] === "\\") count++;
  return count;
}
