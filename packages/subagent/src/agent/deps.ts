// What an application hands to the tools of a run: the type of that, for the compiler.

/** Says the type of the run's option `deps`; `depsOf` makes one. */
export interface DepsType<Deps = unknown> {
  /** For the compiler only; absent at run time. */
  readonly "~deps"?: Deps;
}

/**
 * The type of what each run of an agent is given as `deps`: a database, the user who asks, a clock.
 * Tools find it in their context, and the function `systemPrompt` in its second argument.
 *
 * @example
 *   const depsType = depsOf<{ db: Database }>();
 *   const agent = defineAgent({ prompt: "…", depsType, tools: { find } });
 *   await run(agent, { llm, deps: { db } });
 */
export function depsOf<Deps>(): DepsType<Deps> {
  return {};
}

/** The option `deps` of a run. */
export type DepsOption<Deps> = unknown extends Deps
  ? {
      /** What the tools of the run find in their context as `deps`. */
      readonly deps?: Deps;
    }
  : {
      /** What the tools of the run find in their context as `deps`. */
      readonly deps: Deps;
    };
