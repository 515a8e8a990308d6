// Loaded by `ptc run examples/long-read`: a log of a million characters.

import { longRead } from "./src/long-read.ts";
import { shipLog } from "./src/ship-log.ts";

export default longRead(shipLog(18).text);
