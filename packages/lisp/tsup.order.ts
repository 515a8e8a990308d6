// The order in which modules load; see `loadedBefore`.

/** Modules shared by the entries of runs and of the pool. */
const shared = [
  "src/options/resolve-options.ts",
  "src/step/limit-fail.ts",
  "src/step/program-end.ts",
  "src/step/return-check.ts",
  "src/evaluation/errors/errors.ts",
  "src/effects/tool-table.ts",
  "src/evaluation/host/until-aborted.ts",
  "src/evaluation/run-id.ts",
  "src/persistence/opaque-decoder.ts",
];
/**
 * Rarely used modules that share one file with builtins, because opening separate files would take
 * longer.
 */
const small = [
  "src/builtins/program/delays.ts",
  "src/builtins/sequences/function-order.ts",
  "src/builtins/text/instant-literal.ts",
  "src/builtins/text/printed-text.ts",
  "src/effects/task.ts",
  "src/evaluation/state/atom.ts",
  "src/functions/derived-function.ts",
  "src/step/language-value.ts",
];
const evaluator = ["src/entry/engine.ts"];
const common = [...evaluator, "src/builtins/library/chunk-common.ts"];

export const loadOrder: Readonly<Record<string, readonly string[]>> = {
  "src/index.ts": shared,
  "src/internal.ts": ["src/index.ts"],
  "src/node/index.ts": ["src/index.ts"],
  "src/entry/engine.ts": ["src/index.ts", ...small],
  "src/node/child/main.ts": [...common, "src/loading/lazy-language.ts"],
  "src/loading/lazy-language.ts": evaluator,
  "src/entry/libraries.ts": [...evaluator, "src/loading/lazy-language.ts"],
  "src/provenance/run-origins.ts": [...evaluator, "src/loading/lazy-language.ts"],
  "src/analysis/advice.ts": evaluator,
  "src/builtins/library/chunk-common.ts": evaluator,
  "src/builtins/library/chunk-text.ts": common,
  "src/builtins/library/chunk-extra.ts": common,
  "src/builtins/library/chunk-discovery.ts": common,
};
