// Loaded by `ptc run examples/order-shipment`: order 42, in a shop without a file.

import { orderShipment } from "./src/shipment.ts";
import { ledgerInMemory } from "./src/shop.ts";

export default orderShipment(42, ledgerInMemory());
