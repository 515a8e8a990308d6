// Plays missions turn by turn; the model's responses are given as files:
//   node packages/conformance/src/missions/main.ts -- list
//   node packages/conformance/src/missions/main.ts -- next <mission> [--all]
//   node packages/conformance/src/missions/main.ts -- answer <mission> <file>
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { argv } from "node:process";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, "@ptc/source"] }),
});

// Import it here, after the lines above have set how its imports are resolved.
const { drive } = await import("./drive.ts");
for (const line of await drive(
  argv.slice(2).filter((word) => word !== "--"),
  (file) => readFileSync(file, "utf8"),
))
  console.log(line);
