// What Tab offers: names of the language, own definitions, tools, data, and keywords that occur in
// the data.

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
  /** Known a moment after the start. */
  private language: readonly string[] = [];

  constructor({ context, toolNames, definitions }: CompletionOptions) {
    this.definitions = definitions;
    this.toolNames = toolNames.map((name) => `tool/${name}`);
    this.context = contextNames(context);
    void languageNames().then((names) => {
      this.language = names;
    });
  }

  /** What could stand at the end of `typed`, and the beginning of it that is typed already. */
  complete(typed: string): [completions: string[], beginning: string] {
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
    // Nobody reads a list of all names of the language.
    if (word !== "") names.push(...this.language, ...valueNames);
    return [...new Set(names)].sort();
  }
}

/** Whether a name is one word, and nothing of it could steer the terminal. */
function isShowable(name: string): boolean {
  return /^[^\p{C}\p{Z}\s()[\]{}"`;,@^~\\]+$/u.test(name);
}
