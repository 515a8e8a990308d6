// Which modules are loaded before which: see `loadedBefore`.

/** What the entries share, of the runs and of the pool. */
const shared = [
  "src/run/options.ts",
  "src/run/limit-fail.ts",
  "src/run/program-end.ts",
  "src/run/validated.ts",
  "src/evaluation/errors.ts",
  "src/evaluation/thrown-message.ts",
  "src/effects/tool-table.ts",
  "src/evaluation/until-aborted.ts",
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
  "src/evaluation/atom.ts",
  "src/functions/derived-function.ts",
];
const evaluator = ["src/run/engine.ts"];
const common = [...evaluator, "src/builtins/library/chunk-common.ts"];

export const loadOrder: Readonly<Record<string, readonly string[]>> = {
  "src/index.ts": shared,
  "src/internal.ts": ["src/index.ts"],
  "src/node/index.ts": ["src/index.ts"],
  "src/run/engine.ts": ["src/index.ts", ...small],
  "src/node/child/main.ts": [...common, "src/run/further.ts"],
  "src/run/further.ts": evaluator,
  "src/analysis/advice.ts": evaluator,
  "src/builtins/library/chunk-common.ts": evaluator,
  "src/builtins/library/chunk-text.ts": common,
  "src/builtins/library/chunk-further.ts": common,
  "src/builtins/library/chunk-discovery.ts": common,
};
