// The entry point of a pool process without compiled code.

import { serve } from "./serve.ts";

void serve();
