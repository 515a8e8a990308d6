// Loaded by `ptc run examples/order-shipment`: order 42, in a shop whose ledger ends
// with the process.

import { ledgerInMemory } from "./src/ledger.ts";
import { orderShipment } from "./src/shipment.ts";

export default orderShipment({ ledger: ledgerInMemory() });
