// The evaluator: reader, analysis, compiler and runs, in one piece. It loads lazily, at the first
// call of a function of the package.

import { Lazy } from "../evaluation/lazy.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { originsLoader } from "../waiting/origins-code.ts";
import { loadOrigins } from "./load-origins.ts";

export { decodeMemory, loadLazyFunctionDecoder, loadSequences } from "./decode-memory.ts";
export { namesOfLanguage } from "./language-names.ts";
export { prepareNow } from "../run/prepare.ts";
export { run } from "../run/run.ts";
// For the checks of libraries, which load lazily. Their code imports no module that only the
// evaluator imports, because a bundler would put each of those into a file of its own.
export { lazyCode } from "../loading/lazy-code.ts";
export { resolvePrepareOptions } from "../options/resolve-options.ts";
export { Program } from "../run/program.ts";

originsLoader.load = loadOrigins;
lazyCode.effects = new Lazy(() => import("../waiting/runs.ts"));
