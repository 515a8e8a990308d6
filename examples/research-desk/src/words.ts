// Fills templates with words, and writes numbers out.

/** Replaces `{name}` with the word of that name, and capitalizes the first letter. */
export function filled(template: string, words: Readonly<Record<string, string>>): string {
  const text = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? whole) : whole,
  );
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const small =
  "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty"];

/** Returns a number below 90 in words, sometimes in dozens. */
export function inWords(count: number): string {
  if (count >= 24 && count % 12 === 0) return `${small[count / 12] ?? ""} dozen`;
  if (count < 20) return small[count] ?? String(count);
  const ones = count % 10 === 0 ? "" : `-${small[count % 10] ?? ""}`;
  return `${tens[Math.floor(count / 10)] ?? ""}${ones}`;
}
