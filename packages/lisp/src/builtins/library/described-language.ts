// The language of this process, for the builtins that describe it.

import { findTool } from "../../effects/find-tool.ts";
import { namesOfContext } from "../../evaluation/host/context-names.ts";
import { resolveNamespace } from "../namespaces.ts";
import { builtinLibrary } from "./builtin-library.ts";
import type { DescribedLanguage } from "./language-catalog.ts";

export const describedLanguage: DescribedLanguage = {
  library: builtinLibrary,
  resolveNamespace,
  findTool,
  namesOfContext,
};
