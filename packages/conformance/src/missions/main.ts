// Plays missions turn by turn, with whoever is the model:
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

// Only now, so that what it imports is resolved as said above.
const { drive } = await import("./drive.ts");
for (const line of await drive(
  argv.slice(2).filter((word) => word !== "--"),
  (file) => readFileSync(file, "utf8"),
))
  console.log(line);
