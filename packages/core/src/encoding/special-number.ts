// The numbers that JSON can't represent, as the content of `$number`.

/**
 * Returns "NaN", "Infinity", "-Infinity" or "-0", or `undefined` for a number that JSON can
 * represent.
 */
export function specialNumberText(value: number): string | undefined {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? undefined : String(value);
}

/** Returns the number for `text`, or `undefined` if `specialNumberText` never writes that text. */
export function readSpecialNumber(text: unknown): number | undefined {
  return typeof text === "string" && /^(?:NaN|-?Infinity|-0)$/.test(text)
    ? Number(text)
    : undefined;
}
