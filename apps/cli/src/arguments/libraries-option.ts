// The option `--libraries`, shared by commands that run programs.

import type { OptionSpecs } from "./command-spec.ts";

export const librariesOption: OptionSpecs = {
  libraries: {
    value: "folder",
    description: "a folder of libraries: orders.clj defines orders/…",
    offer: "files",
  },
};
