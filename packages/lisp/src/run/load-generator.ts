// Loads the generator of code for what runs hot, once. A host that lets no code be made from text
// has none, and runs closures.

import { generatorKit } from "../compile/generator-kit.ts";
import { generatorShelf } from "../compile/heat.ts";
import type { GenerateAfter, Generation } from "../evaluation/evaluation-options.ts";

let loading: Promise<unknown> | undefined;
/** Whether no run waits for it any more: it is there, or it is lost, or one has waited. */
let isDone = false;
/** Set where it could not be loaded: programs run without. */
let isLost = false;

async function loadGenerator(): Promise<void> {
  loading ??= import("../generate/generator.ts").then(
    ({ createGenerator }) => {
      generatorShelf.put(createGenerator(generatorKit));
    },
    () => {
      isLost = true;
    },
  );
  await loading;
  isDone = true;
}

/**
 * What pays: making code, and having the host compile it, takes some milliseconds. Measured with
 * programs that nobody has seen before; those that come again reach it sooner.
 */
const generateOnNeed: Generation = {
  calls: 500,
  turns: 2_000,
  work: 4_000_000,
  load: loadGenerator,
};

/** How code comes about by the option `generate`; undefined: not at all. */
export function generationOf(generate: "auto" | "never" | GenerateAfter): Generation | undefined {
  if (generate === "never") return undefined;
  return generate === "auto" ? generateOnNeed : { ...generate, work: 0, load: loadGenerator };
}

/** Where the file comes over a network, no answer is kept waiting for it. */
const longestWaitMs = 10;

/** Whether a run that ends now was the first hot one, whose step comes with `whenLoaded`. */
export function isLoadingGenerator(): boolean {
  return loading !== undefined && !isDone;
}

/**
 * The step of a run, after a wait if that run was the first hot one: whoever runs one program after
 * the other leaves the host no time to load the generator. Once in a process, and for a moment
 * only.
 */
export async function whenLoaded<Step>(running: Step | Promise<Step>): Promise<Step> {
  const step = await running;
  if (!isLoadingGenerator()) return step;
  isDone = true;
  const moment = new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs));
  await Promise.race([loading, moment]);
  return step;
}

/** Where options ask for generated code from the first call on: what has to be loaded before. */
export function generatorFor(given: unknown): Promise<void> | undefined {
  return typeof given === "object" && !generatorShelf.isFilled && !isLost
    ? loadGenerator()
    : undefined;
}
