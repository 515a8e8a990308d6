// Loads the generator of code for hot functions and loops, once. A host that forbids code from text
// has no generator and runs closures.

import type { Generator } from "../compile/compilation.ts";
import { generatorKit } from "../compile/generator-kit.ts";
import type { GenerateAfter, Generation } from "../evaluation/evaluation-options.ts";
import { Lazy } from "../evaluation/lazy.ts";

/** The maximum time in milliseconds that a step waits, if the file comes over a network. */
const longestWaitMs = 10;

export class LazyGenerator extends Lazy<Generator> {
  /** Never rejects: if loading fails, programs run without the generator. */
  private loading: Promise<unknown> | undefined;
  /** Set once runs no longer wait: it is loaded or failed to load, or one run has waited. */
  private isDone = false;

  constructor() {
    super(async () => (await import("../generate/generator.ts")).createGenerator(generatorKit));
  }

  /** Returns the generator. If it is `undefined`, the call starts to load it. */
  ask(): Generator | undefined {
    if (!this.loaded) void this.loadOnce();
    return this.loaded;
  }

  private async loadOnce(): Promise<void> {
    await (this.loading ??= this.load().catch(() => undefined));
    this.isDone = true;
  }

  /** True if a run that ends now was the first hot one. Its step comes with `whenLoaded`. */
  get isLoading(): boolean {
    return this.loading !== undefined && !this.isDone;
  }

  /**
   * Returns the step of a run. The first hot run of a process waits a moment, because a caller
   * that starts one program after another leaves the host no time to load the generator.
   */
  async whenLoaded<Step>(running: Step | Promise<Step>): Promise<Step> {
    const step = await running;
    if (!this.isLoading) return step;
    this.isDone = true;
    // eslint-disable-next-line no-restricted-syntax -- bounds the loading of a module, after the run
    const moment = new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs));
    await Promise.race([this.loading, moment]);
    return step;
  }

  /** Loads the generator before a run if its option `generate` has numbers. */
  beforeRun(generate: unknown): Promise<void> | undefined {
    return typeof generate === "object" && !this.loaded ? this.loadOnce() : undefined;
  }
}

/**
 * Generated code pays after this much work, because generating and compiling it takes some
 * milliseconds. Measured with programs that are new to the process; repeated ones pay sooner.
 */
const defaultGeneration: Generation = { calls: 500, turns: 2_000, work: 4_000_000 };

/** Returns when code is generated, by the option `generate`; undefined for never. */
export function generationOf(generate: "auto" | "never" | GenerateAfter): Generation | undefined {
  if (generate === "never") return undefined;
  return generate === "auto" ? defaultGeneration : { ...generate, work: 0 };
}
