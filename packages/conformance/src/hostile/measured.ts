// Holds a case to its limits of time and memory. What counts is the processor time of this process,
// so that a busy machine changes nothing, and the most memory that it ever occupied.

export interface Bounds {
  /** Milliseconds of processor time. */
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Far beyond what the limits of the runs allow, and far below what grows with a square. */
export const bounds: Bounds = { milliseconds: 8_000, megabytes: 1_500 };

/** Runs `work`; the first fault is what it finds itself, else that it took more than `most`. */
export async function measured(
  work: () => Promise<string | undefined>,
  most: Bounds = bounds,
): Promise<string | undefined> {
  const before = process.cpuUsage();
  const peak = peakMegabytes();
  const finding = await work();
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  if (finding !== undefined) return finding;
  if (milliseconds > most.milliseconds)
    return `takes ${(milliseconds / 1000).toFixed(1)} s of processor time`;
  const now = peakMegabytes();
  // A peak is told once: it stays the peak of the process.
  return now > most.megabytes && now > peak + 50
    ? `occupies ${String(Math.round(now))} MB`
    : undefined;
}

function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/**
 * Milliseconds of processor time that this process computed at most without a turn of its event
 * loop, while `work` was done.
 */
export async function watched<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly stall: number }> {
  let last = process.cpuUsage();
  let stall = 0;
  const look = (): void => {
    const { user, system } = process.cpuUsage(last);
    stall = Math.max(stall, (user + system) / 1000);
    last = process.cpuUsage();
  };
  const timer = setInterval(look, 2);
  try {
    const result = await work();
    look();
    return { result, stall };
  } finally {
    clearInterval(timer);
  }
}

/**
 * What is wrong with `error`: nothing where a door says, by an error that it documents, that it
 * does not take what came.
 */
export function unexpected(error: unknown, expected: readonly string[]): string | undefined {
  if (error instanceof Error && expected.includes(error.name))
    return error.message === "" ? `${error.name} without a message` : undefined;
  return `throws: ${error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" | ").slice(0, 600) : String(error)}`;
}
