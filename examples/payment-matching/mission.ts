// Loaded by `ptc run examples/payment-matching`: the payments of one month.

import { bankMonth } from "./src/bank-month.ts";
import { paymentMatching } from "./src/matching.ts";

export default paymentMatching(bankMonth(1));
