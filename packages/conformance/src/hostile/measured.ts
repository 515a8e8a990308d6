// Checks that a case stays within its limits of time and memory. Measures the processor time of
// this process, so that a busy machine doesn't matter, and its peak memory.

export interface Bounds {
  /** Milliseconds of processor time. */
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Far above the limits of the runs, and far below costs that grow with a square. */
export const bounds: Bounds = { milliseconds: 8_000, megabytes: 1_500 };

/** Runs `work` and returns its finding. Without a finding, reports a cost above `most`. */
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
  // Report a peak once, because it remains the peak of the process.
  return now > most.megabytes && now > peak + 50
    ? `occupies ${String(Math.round(now))} MB`
    : undefined;
}

function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/**
 * Returns the result of `work` with the longest stall: the most milliseconds of processor time
 * without a turn of the event loop.
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

/** Returns the fault of `error`, or undefined if it is a documented error for refused input. */
export function unexpected(error: unknown, expected: readonly string[]): string | undefined {
  if (error instanceof Error && expected.includes(error.name))
    return error.message === "" ? `${error.name} without a message` : undefined;
  return `throws: ${error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" | ").slice(0, 600) : String(error)}`;
}
