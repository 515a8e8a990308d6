// What `ptc run examples/payment-matching` loads: the payments of one month.

import { bankMonth } from "./src/bank-month.ts";
import { paymentMatching } from "./src/matching.ts";

export default paymentMatching(bankMonth(1));
