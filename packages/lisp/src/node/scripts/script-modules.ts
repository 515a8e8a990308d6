// Loads modules from scripts. Each module is a function that runs once, on its first import.
// Modules in a separate file are read at that point.

import { Script } from "node:vm";

interface ScriptModule {
  exports: unknown;
  /** The modules bundled into it, each created on first use. */
  parts?: Readonly<Record<string, () => unknown>>;
}

/** Runs a module. It receives functions for immediate and for lazy imports. */
type ModuleFunction = (
  module: ScriptModule,
  exports: unknown,
  require: (name: string) => unknown,
  load: (name: string) => Promise<unknown>,
  performance: typeof clock,
) => void;

/**
 * Replaces the global `performance` of Node, which loads much more code on first use and takes
 * twice as long per call.
 */
const clock = {
  /** Returns milliseconds since an arbitrary time. */
  now(): number {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
};

export type ModuleTable = Readonly<Record<string, ModuleFunction>>;

export interface Compiled {
  readonly script: Script;
  /** True if the given compiled code could not be used. */
  readonly isRejected: boolean;
  /** The result of the script. */
  readonly value: unknown;
}

/** Runs a script, from its compiled code if given. */
export function compiled(path: string, text: string, code?: Buffer): Compiled {
  const script = new Script(text, {
    filename: path,
    ...(code === undefined ? {} : { cachedData: code }),
  });
  return {
    script,
    isRejected: script.cachedDataRejected === true,
    value: script.runInThisContext(),
  };
}

export class ScriptModules {
  private readonly functions = new Map<string, ModuleFunction>();
  private readonly modules = new Map<string, ScriptModule>();
  private readonly outside: (name: string) => unknown;
  private readonly loadTable: (name: string) => ModuleTable;

  /**
   * @param outside - resolves modules that no script contains; returns undefined for all others
   * @param loadTable - returns the table of a module that no loaded table contains
   */
  constructor(outside: (name: string) => unknown, loadTable: (name: string) => ModuleTable) {
    this.outside = outside;
    this.loadTable = loadTable;
  }

  add(table: ModuleTable): void {
    for (const [name, run] of Object.entries(table)) this.functions.set(name, run);
  }

  /** Returns the exports of a module. */
  readonly require = (name: string): unknown => {
    const known = this.modules.get(name);
    if (known !== undefined) return known.exports;
    const module: ScriptModule = { exports: this.outside(name) };
    if (module.exports === undefined) {
      module.exports = {};
      this.modules.set(name, module);
      this.functionOf(name)(module, module.exports, this.require, this.load, clock);
      for (const [part, make] of Object.entries(module.parts ?? {}))
        this.functions.set(part, (made) => {
          made.exports = make();
        });
    }
    this.modules.set(name, module);
    return module.exports;
  };

  private functionOf(name: string): ModuleFunction {
    if (!this.functions.has(name)) this.add(this.loadTable(name));
    const run = this.functions.get(name);
    if (run === undefined) throw new Error(`no script contains ${name}`);
    return run;
  }

  private readonly load = (name: string): Promise<unknown> =>
    Promise.resolve().then(() => this.require(name));
}
