// Host values other than plain data, each with its form in a program and the error in a journal. The
// form is the same in tool results (immediate or deferred), the context and memory. The table of
// docs/threat-model.md shows these cases, followed by endless-values.ts.

import { hostContents } from "./host-contents.ts";
import { hostObjects } from "./host-objects.ts";
import type { HostValueCase } from "./host-value-case.ts";

export const hostValueCases: readonly HostValueCase[] = [...hostObjects, ...hostContents];
