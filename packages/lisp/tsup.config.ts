import { buildConfig } from "../../tsup.base.ts";
import { buildLanguageScripts, childAsText } from "./tsup.language.ts";
import { loadOrder } from "./tsup.order.ts";

export default buildConfig("portable", {
  // The reader is part of the evaluator. The code that explains syntax errors is loaded from its
  // package.
  inlined: ["@ptc/parser/forms"],
  loadedBefore: loadOrder,
  plugins: [childAsText],
  afterwards: () => buildLanguageScripts(import.meta.dirname, "dist"),
});
