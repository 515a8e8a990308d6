import { buildConfig } from "../../tsup.base.ts";

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
];
const evaluator = ["src/run/engine.ts"];
const common = [...evaluator, "src/builtins/library/chunk-common.ts"];

export default buildConfig("portable", {
  // The reader is part of the evaluator; what explains a source that cannot be read is loaded from
  // its package.
  inlined: ["@ptc/parser/forms"],
  loadedBefore: {
    "src/index.ts": shared,
    "src/node/index.ts": ["src/index.ts"],
    "src/run/engine.ts": ["src/index.ts"],
    "src/node/child/main.ts": common,
    "src/persistence/written-values.ts": common,
    "src/builtins/library/chunk-common.ts": evaluator,
    "src/builtins/library/chunk-text.ts": common,
    "src/builtins/library/chunk-further.ts": common,
    "src/builtins/library/chunk-discovery.ts": common,
  },
});
