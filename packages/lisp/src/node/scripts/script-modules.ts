// The modules of scripts: each is a function that is run once, when the first asks for it. What
// stands in a file of its own is read then.

import { Script } from "node:vm";

interface ScriptModule {
  exports: unknown;
  /** The modules bundled into it, each made at its first use. */
  parts?: Readonly<Record<string, () => unknown>>;
}

/** How a module is told what it needs: at once, or later. */
type ModuleFunction = (
  module: ScriptModule,
  exports: unknown,
  require: (name: string) => unknown,
  load: (name: string) => Promise<unknown>,
  performance: typeof clock,
) => void;

/**
 * In place of the global of Node, which loads much more when it is first asked, and takes twice as
 * long each time.
 */
const clock = {
  /** Milliseconds since some moment. */
  now(): number {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
};

export type ModuleTable = Readonly<Record<string, ModuleFunction>>;

export interface Compiled {
  readonly script: Script;
  /** Whether the compiled code that was given could not be used. */
  readonly isRejected: boolean;
  /** What the script says. */
  readonly value: unknown;
}

/** Compiles a script, or uses what is kept of that, and runs it. */
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
   * @param outside - what modules ask for that stands in no script; undefined for all others
   * @param loadTable - returns the table of a module that no loaded table has
   */
  constructor(outside: (name: string) => unknown, loadTable: (name: string) => ModuleTable) {
    this.outside = outside;
    this.loadTable = loadTable;
  }

  add(table: ModuleTable): void {
    for (const [name, run] of Object.entries(table)) this.functions.set(name, run);
  }

  /** What a module exports. */
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
    if (run === undefined) throw new Error(`${name} is in no script`);
    return run;
  }

  private readonly load = (name: string): Promise<unknown> =>
    Promise.resolve().then(() => this.require(name));
}
