// The type of `deps`, the values that an application passes to the tools of a run.

/** Carries the type of the run option `deps`; `depsOf` creates it. */
export interface DepsType<Deps = unknown> {
  /** Only for the compiler; absent at run time. */
  readonly "~deps"?: Deps;
}

/**
 * Declares the type of the `deps` that each run of an agent receives: for example a database, the
 * current user, or a clock. Tools read them from their context, and the function `systemPrompt`
 * from its second argument.
 * @example
 *   const depsType = depsOf<{ db: Database }>();
 *   const agent = defineAgent({ prompt: "…", depsType, tools: { find } });
 *   await run(agent, { llm, deps: { db } });
 */
export function depsOf<Deps>(): DepsType<Deps> {
  return {};
}

/** The run option `deps`. */
export type DepsOption<Deps> = unknown extends Deps
  ? {
      /** The value that the tools of the run receive as `deps` in their context. */
      readonly deps?: Deps;
    }
  : {
      /** The value that the tools of the run receive as `deps` in their context. */
      readonly deps: Deps;
    };
