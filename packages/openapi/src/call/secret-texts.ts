// Redacts credentials in values for programs, models and traces, because a server may repeat them
// in its response.

import { recordOf } from "@ptc/core/internal/values";
import { wellFormed } from "../text/well-formed.ts";

/** Shorter ones occur in ordinary words. */
const shortestSecret = 4;

const marker = "[secret]";

export class SecretTexts {
  private readonly secrets: readonly string[];

  constructor(secrets: Iterable<string>) {
    const spelled = [...secrets].flatMap((secret) => [
      secret,
      encodeURIComponent(wellFormed(secret)),
      JSON.stringify(secret).slice(1, -1),
    ]);
    // Longest first, because a longer one may contain a shorter one.
    this.secrets = [...new Set(spelled)]
      .filter((secret) => secret.length >= shortestSecret)
      .sort((left, right) => right.length - left.length);
  }

  hidden(text: string): string {
    return this.secrets.reduce(
      (shown, secret) => (shown.includes(secret) ? shown.replaceAll(secret, marker) : shown),
      text,
    );
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
