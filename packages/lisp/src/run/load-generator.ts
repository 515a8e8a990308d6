// Loads the generator of code for what runs hot, once. A host that lets no code be made from text
// has none, and runs closures.

import { generatorShelf } from "../compile/heat.ts";

let loading: Promise<void> | undefined;
/** Set where it could not be loaded: programs run without. */
let isLost = false;

export async function loadGenerator(): Promise<void> {
  loading ??= import("../generate/generator.ts").then(
    ({ createGenerator }) => {
      generatorShelf.put(createGenerator());
    },
    () => {
      isLost = true;
    },
  );
  await loading;
}

/** What is under way where a program has run hot and the generator is not there yet. */
export function generatorOnItsWay(): Promise<void> | undefined {
  return generatorShelf.isFilled || isLost ? undefined : loading;
}

/** Where options ask for generated code from the first call on: what has to be loaded before. */
export function generatorFor(given: unknown): Promise<void> | undefined {
  return typeof given === "object" && !generatorShelf.isFilled ? loadGenerator() : undefined;
}
