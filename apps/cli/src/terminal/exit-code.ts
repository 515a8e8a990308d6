// The exit codes of commands.

export const exitCode = {
  ok: 0,
  /** The program or the mission failed. */
  failed: 1,
  /** Wrong usage: arguments, or files that they name, can't be used. */
  usage: 2,
  /** The mission waits for decisions, and its checkpoint was written. */
  waiting: 3,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
