// Loaded by `ptc run examples/order-shipment`: order 42, in a shop whose ledger ends
// with the process.

import { orderShipment } from "./src/shipment.ts";
import { ledgerInMemory } from "./src/ledger.ts";

export default orderShipment(42, { ledger: ledgerInMemory() });
