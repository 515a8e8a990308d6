// Plays the missions of the modes turn by turn. The model's responses are given as files, with tool
// calls as `{"text": "…", "calls": [{"tool": "…", "arguments": {…}}]}`:
//   node packages/conformance/src/modes/main.ts -- table
//   node packages/conformance/src/modes/main.ts -- next <mode> <mission> [--all]
//   node packages/conformance/src/modes/main.ts -- answer <mode> <mission> <file>
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { argv } from "node:process";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, "@ptc/source"] }),
});

// Import it here, after the lines above have set how its imports are resolved.
const { driveModes } = await import("./judged-drive.ts");
for (const line of await driveModes(
  argv.slice(2).filter((word) => word !== "--"),
  (file) => readFileSync(file, "utf8"),
))
  console.log(line);
