import { expect, test } from "vitest";
import { providers } from "./model-providers.ts";
import { offeredModels } from "./offered-models.ts";

test("every provider is offered, and whoever answers by files", () => {
  expect(offeredModels).toEqual([...providers.keys(), "manual"].map((name) => `${name}:`));
});
