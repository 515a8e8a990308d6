// The numbers that JSON cannot write, as the content of `$number`.

/** "NaN", "Infinity", "-Infinity" or "-0"; `undefined` for a number that JSON can write. */
export function specialNumberText(value: number): string | undefined {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? undefined : String(value);
}

/** The number that `text` stands for; `undefined` when `specialNumberText` writes no such text. */
export function readSpecialNumber(text: unknown): number | undefined {
  return typeof text === "string" && /^(?:NaN|-?Infinity|-0)$/.test(text)
    ? Number(text)
    : undefined;
}
