// Templates filled with words, and numbers written out.

/** `{name}` is replaced by the word of that name. The first letter becomes a capital. */
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

/** A number below 90 as people write it out; sometimes in dozens. */
export function inWords(count: number): string {
  if (count >= 24 && count % 12 === 0) return `${small[count / 12] ?? ""} dozen`;
  if (count < 20) return small[count] ?? String(count);
  const ones = count % 10 === 0 ? "" : `-${small[count % 10] ?? ""}`;
  return `${tens[Math.floor(count / 10)] ?? ""}${ones}`;
}
