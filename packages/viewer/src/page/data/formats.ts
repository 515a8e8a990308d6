// Numbers, times and sizes as short texts. Control characters and marks that change the direction
// of text are shown as pictures or codes, so that no text changes what is around it.

const counts = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

export function countText(count: number): string {
  return counts.format(count);
}

/** Returns `950`, `12.3K` or `4.1M`. */
export function compactText(count: number): string {
  return compact.format(count);
}

export function plural(count: number, one: string): string {
  return `${counts.format(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** Returns `812 B`, `48.2 kB` or `3.1 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns `7 ms`, `1.24 s`, `3 m 20 s` or `2 h 5 m`. */
export function durationText(milliseconds: number): string {
  const ms = Math.round(milliseconds);
  if (ms < 1_000) return `${String(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${String(Math.floor(seconds / 60))} m ${String(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${counts.format(Math.floor(minutes / 60))} h ${String(minutes % 60)} m`;
}

export function costText(cost: number): string {
  return cost === 0 ? "0" : cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2);
}

export function percentText(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const percent = (100 * part) / whole;
  return `${percent > 0 && percent < 1 ? "<1" : percent > 99 && percent < 100 ? ">99" : String(Math.round(percent))} %`;
}

/** Returns the share of the data that the model didn't see. */
export function keptOutText(data: number, seen: number): string {
  return percentText(Math.max(0, data - seen), data);
}

const times = new Intl.DateTimeFormat("en-CA", {
  ...{ year: "numeric", month: "2-digit", day: "2-digit" },
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
});

export function timeText(milliseconds: number): string {
  return Math.abs(milliseconds) > 8.64e15 ? "unknown" : times.format(milliseconds).replace(",", "");
}

const invisible =
  // eslint-disable-next-line no-control-regex -- these characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Returns a text with visible marks in place of characters that can't be seen. */
export function visible(text: string): string {
  return text.replace(invisible, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20
      ? String.fromCharCode(0x2400 + code)
      : `⟨${code.toString(16).padStart(4, "0")}⟩`;
  });
}
