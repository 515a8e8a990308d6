// Loaded by `ptc run examples/research-desk`: forty notes of one year.

import { corpusOf } from "./src/notes.ts";
import { researchDesk } from "./src/research-desk.ts";

export default researchDesk(corpusOf(1));
