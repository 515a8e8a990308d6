// Writes the module with the prompts: `node tools/prompt-build/src/main.ts`.
import { writeFileSync } from "node:fs";
import { modulePath, promptModule } from "./prompt-module.ts";

writeFileSync(modulePath, promptModule());
