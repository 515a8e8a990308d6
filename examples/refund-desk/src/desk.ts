// The program of the desk and its tools. Each payment is a line of the ledger, as at a real payment
// service, which receives the call's id as its idempotency key.

import type { Tools } from "@ptc/lisp";
import type { RefundRequest } from "./requests.ts";

/** Refunds above this amount in euro need an approval. */
const limit = 100;

/** A payment or a voucher. */
export interface LedgerEntry {
  readonly what: "refund" | "voucher";
  readonly request: number;
  readonly amount: number;
  /** The idempotency key of the call. */
  readonly key: string;
}

export const program = `
(defn refund [{:keys [id amount] :as request}]
  (try
    (do (tool/refund {:request id :amount amount :iban (:_iban request)})
        {:id id :outcome :refunded})
    (catch Exception e
      (tool/voucher {:request id :amount 20})
      {:id id :outcome :voucher :why (ex-message e)})))

(let [{due true late false} (group-by #(<= (:days %) 30) data/requests)
      decided (pmap refund due)]
  (println (count due) "requests in time," (count late) "too late")
  {:outcomes (frequencies (map :outcome decided))
   :denied (filter :why decided)
   :late (mapv :id late)})`;

/** Returns the tools of one process. `pay` adds a line to the ledger. */
export function deskTools(
  requests: readonly RefundRequest[],
  pay: (entry: LedgerEntry) => void,
): Tools {
  return {
    refund: {
      needsApproval: ({ amount }) => Number(amount) > limit,
      execute: ({ request, amount, iban }, { callId }) => {
        const known = requests.find(({ id }) => id === request);
        if (known?._iban !== iban) throw new Error("the account doesn't belong to the request");
        pay({ what: "refund", request: Number(request), amount: Number(amount), key: callId });
      },
    },
    voucher: ({ request, amount }, { callId }) => {
      pay({ what: "voucher", request: Number(request), amount: Number(amount), key: callId });
    },
  };
}
