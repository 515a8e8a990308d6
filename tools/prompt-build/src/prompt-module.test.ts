import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modulePath, promptModule } from "./prompt-module.ts";

test("the generated module contains the prompt files; `node tools/prompt-build/src/main.ts` regenerates it", () => {
  expect(readFileSync(modulePath, "utf8")).toBe(promptModule());
});
