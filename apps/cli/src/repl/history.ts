// The forms that were typed, in this session and in earlier ones: a file with a form on each line,
// as JSON. Whatever is wrong with the file, the session starts; a file of somebody else is left
// alone.

import { appendFileSync, chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { replaceFile } from "../files/replace-file.ts";
import type { Host } from "../terminal/host.ts";
import { boundedForms, formsOf, historyBounds, lineOf } from "./history-text.ts";
import { readHistoryFile } from "./read-history-file.ts";

export interface History {
  /** The newest first. */
  readonly forms: readonly string[];
  /** Why the file is not used, for a person. */
  readonly problem?: string;
  /** Keeps a form, also in the file. */
  add(form: string): void;
}

/** The file of the history; `undefined` when the environment turns it off. */
export function historyPath(environment: Host["environment"]): string | undefined {
  const { PTC_HISTORY: given, XDG_STATE_HOME: state = "", HOME: home = homedir() } = environment;
  if (given !== undefined) return given === "" ? undefined : given;
  const folder = isAbsolute(state) ? state : join(home, ".local", "state");
  return join(folder, "ptc", "history");
}

/** Reads the history, and shortens its file when it has grown past the bounds. */
export async function openHistory(environment: Host["environment"]): Promise<History> {
  const path = historyPath(environment);
  if (path === undefined) return new KeptHistory([]);
  try {
    const text = await readHistoryFile(path);
    const forms = text === undefined ? [] : formsOf(text);
    if (text !== undefined && text.trim() !== "" && forms.length === 0)
      throw new Error("it holds no history of ptc");
    if (text === undefined) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    else {
      chmodSync(path, 0o600);
      if (text.length > 2 * historyBounds.characters || forms.length > 2 * historyBounds.forms)
        await replaceFile(path, boundedForms(forms).map(lineOf).reverse().join(""));
    }
    return new KeptHistory(boundedForms(forms), path);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const problem = oneLine(`The history is not kept: ${path}: ${message}`, 500);
    return new KeptHistory([], undefined, problem);
  }
}

class KeptHistory implements History {
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
      // The disk is full, or the folder is gone: the session has its history all the same.
      this.path = undefined;
    }
  }
}
