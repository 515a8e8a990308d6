// Values of the host that are no plain data, and what each becomes for a program: by whatever way
// it comes (the answer of a tool, at once or later; the context; memory), and what a journal that
// holds it is told. The table of docs/threat-model.md is this one, with endless-values.ts below.

import { hostContents } from "./host-contents.ts";
import { hostObjects } from "./host-objects.ts";
import type { HostValueCase } from "./host-value-case.ts";

export const hostValueCases: readonly HostValueCase[] = [...hostObjects, ...hostContents];
