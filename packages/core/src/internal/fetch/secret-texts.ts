// Redacts credentials in values for programs, models and traces, because a server may repeat them
// in its response.

import { recordOf } from "../../values/internal.ts";

/** Shorter ones occur in ordinary words. */
const shortestSecret = 4;

/** The shortest beginning of a credential that is redacted before the mark of a cut. */
const shortestBeginning = 6;

const cutMark = "…";

/** Redacts given credentials, also encoded for URLs and JSON, and cut off before `…`. */
export class SecretTexts {
  private readonly secrets: readonly string[];
  private readonly marker: string;

  constructor(secrets: Iterable<string>, marker = "[secret]") {
    this.marker = marker;
    const spelled = [...secrets].flatMap((secret) => [
      secret,
      encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd")),
      JSON.stringify(secret).slice(1, -1),
    ]);
    // Longest first, because a longer one may contain a shorter one.
    this.secrets = [...new Set(spelled)]
      .filter((secret) => secret.length >= shortestSecret)
      .sort((left, right) => right.length - left.length);
  }

  /** Returns `text` with a marker in place of each credential. */
  hidden(text: string): string {
    const whole = this.secrets.reduce(
      (shown, secret) =>
        shown.includes(secret) ? shown.replaceAll(secret, () => this.marker) : shown,
      text,
    );
    if (this.secrets.length === 0 || !whole.includes(cutMark)) return whole;
    return whole
      .split(cutMark)
      .map((part, index, parts) =>
        index === parts.length - 1 ? part : this.withoutBeginning(part),
      )
      .join(cutMark);
  }

  /** Redacts the beginning of a credential at the end of a text that was cut there. */
  private withoutBeginning(text: string): string {
    for (const secret of this.secrets)
      for (let length = secret.length - 1; length >= shortestBeginning; length--)
        if (text.endsWith(secret.slice(0, length)))
          return text.slice(0, text.length - length) + this.marker;
    return text;
  }

  /** Returns parsed JSON with its secrets redacted, or the same value if it has none. */
  hiddenIn(value: unknown): unknown {
    if (this.secrets.length === 0) return value;
    if (typeof value === "string") return this.hidden(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const list = value.map((one: unknown) => this.hiddenIn(one));
      return list.some((one, index) => one !== value[index]) ? list : value;
    }
    const entries = Object.entries(value).map(
      ([name, one]) => [name, this.hidden(name), this.hiddenIn(one), one] as const,
    );
    return entries.some(([name, shown, kept, one]) => name !== shown || kept !== one)
      ? recordOf(entries.map(([, shown, kept]) => [shown, kept]))
      : value;
  }
}
