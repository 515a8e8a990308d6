// The options for files that a run writes, shared by `ptc run` and `ptc ask`.

import type { OptionSpecs } from "../arguments/command-spec.ts";

export const runFileOptions: OptionSpecs = {
  trace: {
    value: "file.jsonl",
    description: "write the trace to this file (default: .ptc/traces/<time>-<mission>.jsonl)",
    offer: "files",
  },
  step: {
    value: "file.json",
    description: "store the step in a new file, with the messages to the model, for ptc show",
    offer: "files",
  },
  checkpoint: {
    value: "file.json",
    description:
      "if the mission waits, store its state here (default: .ptc/checkpoints/<time>-<mission>.json)",
    offer: "files",
  },
};
