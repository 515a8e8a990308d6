// Processes of a test that kills them: a script of this folder, bundled so that it starts quickly.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll } from "vitest";
import { bundledScript } from "../../../../vitest.bundles.ts";

export interface KilledProcess {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves at the first line, or at the end. */
  readonly began: Promise<void>;
  /** Resolves to the signal or the exit code. */
  readonly ended: Promise<NodeJS.Signals | number | null>;
}

/** The files of a test that kills processes. */
export interface KillingPlace {
  folder: string;
  /** The path of the script of the processes. */
  script: string;
}

/** Bundles `name.ts` and makes a folder before the tests, and removes the folder after them. */
export function killingPlace(name: string): Readonly<KillingPlace> {
  const place: KillingPlace = { folder: "", script: "" };
  beforeAll(async () => {
    place.folder = mkdtempSync(join(tmpdir(), "ptc-kill-"));
    place.script = await bundledScript(join(import.meta.dirname, `${name}.ts`));
  });
  afterAll(() => {
    rmSync(place.folder, { recursive: true });
  });
  return place;
}

export function startProcess(script: string, ...given: readonly string[]): KilledProcess {
  const child = spawn(process.execPath, [script, ...given], { stdio: ["pipe", "pipe", "inherit"] });
  const lines: string[] = [];
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.on("close", (code, signal) => {
      resolve(signal ?? code);
    }),
  );
  const began = new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      resolve();
    });
    void ended.then(() => {
      resolve();
    });
  });
  return { child, lines, began, ended };
}

/** Returns the number of points that a process reported in its last line. */
export function pointsOf({ lines }: KilledProcess): number {
  return Number(/^points (\d+)$/.exec(lines.at(-1) ?? "")?.[1]);
}

/** Returns what SQLite finds wrong with a file. */
export function damageOf(path: string): readonly string[] {
  const database = new DatabaseSync(path);
  const check = JSON.stringify(database.prepare("PRAGMA integrity_check").get());
  database.close();
  return check === '{"integrity_check":"ok"}' ? [] : [`the file is damaged: ${check}`];
}
