// The module that a pool's process runs where there is no compiled code.

import { serve } from "./serve.ts";

await serve();
