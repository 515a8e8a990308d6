// Looks up credentials in this process: its environment, its files, and commands without a shell.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import type { CredentialHost } from "./credentials.ts";

const commandTimeoutMs = 60_000;
const largestSecret = 65_536;

/** Returns the host for the credentials of this process. */
export function nodeCredentials(env: Readonly<Record<string, string | undefined>>): CredentialHost {
  return {
    env,
    platform: process.platform,
    home: homedir(),
    readFile: async (path) => {
      const text = await readFile(path, "utf8");
      if (text.length > largestSecret) throw new Error("too long");
      return text;
    },
    runCommand: (command, args) =>
      new Promise((resolve, reject) => {
        execFile(
          command,
          [...args],
          {
            encoding: "utf8",
            env: { ...env },
            maxBuffer: largestSecret,
            shell: false,
            timeout: commandTimeoutMs,
          },
          (error, output) => {
            // The error of `execFile` has the command line.
            if (error === null) resolve(output);
            else reject(new Error("the command failed"));
          },
        );
      }),
  };
}
