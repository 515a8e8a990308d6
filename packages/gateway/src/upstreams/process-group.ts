// Starts the process of an MCP server, and ends it with all of its own children.

import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";

/** The command of a server, with its credentials. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A command such as `npx` has the server as its child, so signals go to its group. */
const hasGroups = process.platform !== "win32";

/** Starts the command without a shell. Its input, output and error output are pipes. */
export function startProcess({ command, args, env, cwd }: ServerCommand): ChildProcess {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...env },
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    detached: hasGroups,
    windowsHide: true,
  });
  // Otherwise a server that ignores the end of its input would outlive this process.
  if (running.size === 0) process.on("exit", endAll);
  running.add(child);
  child.once("exit", () => {
    forget(child);
  });
  child.once("error", () => {
    if (child.pid === undefined) forget(child);
  });
  return child;
}

/** For the end of this process, which may be in the middle of anything. */
const running = new Set<ChildProcess>();

function endAll(): void {
  for (const child of running) signalGroup(child, "SIGKILL");
}

function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.removeListener("exit", endAll);
}

/** Sends a signal to the process and its children. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (hasGroups) process.kill(-pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended already.
  }
}
