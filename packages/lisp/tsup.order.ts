// Which modules are loaded before which: see `loadedBefore`.

/** What the entries share, of the runs and of the pool. */
const shared = [
  "src/options/resolve-options.ts",
  "src/step/limit-fail.ts",
  "src/step/program-end.ts",
  "src/step/return-check.ts",
  "src/evaluation/errors/errors.ts",
  "src/evaluation/errors/thrown-message.ts",
  "src/effects/tool-table.ts",
  "src/evaluation/host/until-aborted.ts",
  "src/evaluation/run-id.ts",
  "src/persistence/opaque-decoder.ts",
];
/** What few programs need shares these with builtins: a file of each would take longer to open. */
const small = [
  "src/builtins/program/delays.ts",
  "src/builtins/sequences/function-order.ts",
  "src/builtins/text/instant-literal.ts",
  "src/builtins/text/printed-text.ts",
  "src/effects/task.ts",
  "src/evaluation/state/atom.ts",
  "src/functions/derived-function.ts",
];
const evaluator = ["src/entry/engine.ts"];
const common = [...evaluator, "src/builtins/library/chunk-common.ts"];

export const loadOrder: Readonly<Record<string, readonly string[]>> = {
  "src/index.ts": shared,
  "src/node/index.ts": ["src/index.ts"],
  "src/entry/engine.ts": ["src/index.ts", ...small],
  "src/node/child/main.ts": [...common, "src/loading/lazy-language.ts"],
  "src/loading/lazy-language.ts": evaluator,
  "src/analysis/advice.ts": evaluator,
  "src/builtins/library/chunk-common.ts": evaluator,
  "src/builtins/library/chunk-text.ts": common,
  "src/builtins/library/chunk-extra.ts": common,
  "src/builtins/library/chunk-discovery.ts": common,
};
