// All tables of templates. Their order matters: inserting a row changes the programs of existing
// seeds.

import type { TemplateRow } from "../template.ts";
import { collectionRows } from "./collections.ts";
import { controlRows } from "./control.ts";
import { functionRows } from "./functions.ts";
import { numberRows } from "./numbers.ts";
import { sequenceRows } from "./sequences.ts";
import { stringRows } from "./strings.ts";

export const allRows: readonly TemplateRow[] = [
  ...controlRows,
  ...functionRows,
  ...numberRows,
  ...sequenceRows,
  ...collectionRows,
  ...stringRows,
];
