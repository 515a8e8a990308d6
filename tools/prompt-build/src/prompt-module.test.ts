import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modulePath, promptModule } from "./prompt-module.ts";

test("the module of the prompts is what its files say; `node tools/prompt-build/src/main.ts` makes it again", () => {
  expect(readFileSync(modulePath, "utf8")).toBe(promptModule());
});
