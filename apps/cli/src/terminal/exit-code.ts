// How a command ended, for the shell.

export const exitCode = {
  ok: 0,
  /** The program or the mission failed. */
  failed: 1,
  /** Wrong usage: arguments, or files named in them that cannot be used. */
  usage: 2,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
