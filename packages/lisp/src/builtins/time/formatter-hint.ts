// Suggests the likely pattern of a text that isn't an ISO date.

const shapes: readonly (readonly [shape: RegExp, pattern: string])[] = [
  [/^\d{2}\/\d{2}\/\d{4}$/, "MM/dd/yyyy"],
  [/^\d{1,2}\/\d{1,2}\/\d{4}$/, "M/d/yyyy"],
  [/^\d{1,2}\/\d{1,2}\/\d{2}$/, "M/d/yy"],
  [/^\d{4}\/\d{2}\/\d{2}$/, "yyyy/MM/dd"],
  [/^\d{2}\.\d{2}\.\d{4}$/, "dd.MM.yyyy"],
  [/^\d{2}-\d{2}-\d{4}$/, "dd-MM-yyyy"],
  [/^\d{8}$/, "yyyyMMdd"],
  [/^\d{1,2} [A-Z][a-z]{2} \d{4}$/, "d MMM yyyy"],
  [/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/, "MMM d, yyyy"],
  [/^[A-Z][a-z]{3,} \d{1,2}, \d{4}$/, "MMMM d, yyyy"],
  [/^\d{4}-\d{1,2}-\d{1,2}$/, "yyyy-M-d"],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/, "yyyy-MM-dd HH:mm"],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "yyyy-MM-dd HH:mm:ss"],
  [/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/, "MM/dd/yyyy HH:mm"],
];

/**
 * Returns a hint such as
 * `for other forms use a formatter: (LocalDate/parse s (DateTimeFormatter/ofPattern "…"))`.
 */
export function formatterHint(className: string, text: string): string {
  const pattern = shapes.find(([shape]) => shape.test(text.slice(0, 40)))?.[1] ?? "dd/MM/yyyy";
  const dayFirst = /^M+\/d/.test(pattern)
    ? `, with ${JSON.stringify(pattern.replace(/^(M+)\/(d+)/, "$2/$1"))} if the day comes first`
    : "";
  return `for other forms use a formatter: (${className}/parse s (DateTimeFormatter/ofPattern ${JSON.stringify(pattern)}))${dayFirst}`;
}
