// The hosts that run programs: this language and its oracles. Each is a child process, so a program
// that never ends can be stopped.

import { join } from "node:path";
import { clojureOracle } from "../oracles/oracle.ts";
import { LineProcess } from "../oracles/line-process.ts";
import type { Answer } from "../oracles/answer.ts";

export interface Host {
  /** Returns the answers in the order of the programs. */
  answers(programs: readonly string[]): Promise<readonly Answer[]>;
  stop(): void;
}

/**
 * The time limits in milliseconds for the first program of a batch and for each other one.
 * Generated programs take a few milliseconds.
 */
const limitOfOne = 5_000;
const limitOfMore = 50;

export function ownHost(): Host {
  return nodeHost("our-driver.ts");
}

export function nbbHost(): Host {
  return nodeHost("nbb-driver.ts");
}

/** Returns JVM Clojure, or undefined if it isn't installed. */
export function clojureHost(): Host | undefined {
  const oracle = clojureOracle();
  if (oracle === undefined) return undefined;
  return {
    async answers(programs) {
      const given: Answer[] = [];
      for (const program of programs) given.push(await oracle.answer(program));
      return given;
    },
    stop: () => oracle.stop(),
  };
}

function nodeHost(driver: string): Host {
  const child = new LineProcess(process.execPath, [
    "--conditions=@ptc/source",
    join(import.meta.dirname, driver),
  ]);
  /**
   * Splits a batch that doesn't end in half, repeatedly, until the program that doesn't end is
   * isolated.
   */
  async function answers(programs: readonly string[]): Promise<readonly Answer[]> {
    if (programs.length === 0) return [];
    const line = await child.ask(
      JSON.stringify(programs),
      limitOfOne + limitOfMore * programs.length,
    );
    if (line !== undefined) return JSON.parse(line) as readonly Answer[];
    if (programs.length === 1) return [{ kind: "none", message: "no end in time" }];
    const middle = Math.ceil(programs.length / 2);
    return [
      ...(await answers(programs.slice(0, middle))),
      ...(await answers(programs.slice(middle))),
    ];
  }
  return { answers, stop: () => child.stop() };
}
