// The history of typed forms, in a file with one form per line as JSON. The session starts even if
// the file can't be used. A file with other content is not changed.

import { appendFileSync, chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { replaceFile } from "../files/replace-file.ts";
import { stateFolder } from "../files/state-folder.ts";
import type { Host } from "../terminal/host.ts";
import { boundedForms, formsOf, historyBounds, lineOf } from "./history-text.ts";
import { readHistoryFile } from "./read-history-file.ts";

export interface History {
  /** Newest first. */
  readonly forms: readonly string[];
  /** The reason why the file isn't used, for a person. */
  readonly problem?: string;
  /** Adds a form to the history and to its file. */
  add(form: string): void;
}

/** Returns the file of the history, or `undefined` if the environment turns it off. */
export function historyPath(environment: Host["environment"]): string | undefined {
  const { PTC_HISTORY: given } = environment;
  if (given !== undefined) return given === "" ? undefined : given;
  return join(stateFolder(environment, homedir()), "history");
}

/** Reads the history, and shortens its file if it exceeds the limits. */
export async function openHistory(environment: Host["environment"]): Promise<History> {
  const path = historyPath(environment);
  if (path === undefined) return new FileHistory([]);
  try {
    const text = await readHistoryFile(path);
    const forms = text === undefined ? [] : formsOf(text);
    if (text !== undefined && text.trim() !== "" && forms.length === 0)
      throw new Error("this is not a ptc history file");
    if (text === undefined) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    else {
      chmodSync(path, 0o600);
      if (text.length > 2 * historyBounds.characters || forms.length > 2 * historyBounds.forms)
        await replaceFile(path, boundedForms(forms).map(lineOf).reverse().join(""));
    }
    return new FileHistory(boundedForms(forms), path);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const problem = oneLine(`The history is off: ${path}: ${message}`, 500);
    return new FileHistory([], undefined, problem);
  }
}

class FileHistory implements History {
  forms: readonly string[];
  readonly problem?: string;
  private path: string | undefined;

  constructor(forms: readonly string[], path?: string, problem?: string) {
    this.forms = forms;
    this.path = path;
    if (problem !== undefined) this.problem = problem;
  }

  add(form: string): void {
    if (form.length > historyBounds.charactersOfForm || form === this.forms[0]) return;
    this.forms = boundedForms([form, ...this.forms]);
    if (this.path === undefined) return;
    try {
      appendFileSync(this.path, lineOf(form), { mode: 0o600 });
    } catch {
      // The disk is full or the folder is gone. The session keeps its history in memory.
      this.path = undefined;
    }
  }
}
