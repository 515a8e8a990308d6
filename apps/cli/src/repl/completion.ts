// The completions of Tab: names of the language, definitions, tools, data, and keywords in the
// data.

import { languageNames } from "@ptc/lisp";
import { contextNames, type ContextNames } from "./context-names.ts";
import { lastErrorName } from "./last-error.ts";
import { wordAtEnd } from "./word-at-end.ts";

const mostCompletions = 200;
const valueNames = ["*1", "*2", "*3", lastErrorName];

export interface CompletionOptions {
  readonly context: Readonly<Record<string, unknown>>;
  readonly toolNames: readonly string[];
  readonly definitions: () => Iterable<string>;
}

export class Completion {
  private readonly definitions: () => Iterable<string>;
  private readonly toolNames: readonly string[];
  private readonly context: ContextNames;
  /** Loaded shortly after the start. */
  private language: readonly string[] = [];

  constructor({ context, toolNames, definitions }: CompletionOptions) {
    this.definitions = definitions;
    this.toolNames = toolNames.map((name) => `tool/${name}`);
    this.context = contextNames(context);
    void languageNames().then((names) => {
      this.language = names;
    });
  }

  /** Returns the completions of the last word of `typed`, and that word. */
  complete(typed: string): [completions: string[], typedWord: string] {
    const word = wordAtEnd(typed);
    if (word === undefined) return [[], ""];
    const found = this.candidates(word)
      .filter((name) => name.startsWith(word) && isShowable(name))
      .slice(0, mostCompletions);
    return [found, word];
  }

  private candidates(word: string): readonly string[] {
    if (word.startsWith(":")) return this.context.keywords;
    const own = [...this.definitions()].filter((name) => name !== lastErrorName);
    const names = [...own, ...this.context.data, ...this.toolNames];
    // A list of all names of the language is too long to read.
    if (word !== "") names.push(...this.language, ...valueNames);
    return [...new Set(names)].sort();
  }
}

/** True for a name of one word without characters that control the terminal. */
function isShowable(name: string): boolean {
  return /^[^\p{C}\p{Z}\s()[\]{}"`;,@^~\\]+$/u.test(name);
}
