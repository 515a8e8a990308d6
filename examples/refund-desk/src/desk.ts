// The agent of the desk and its tools. Each payment is a line of the ledger, as at a real payment
// service, which receives the call's id as its idempotency key. The model is a canned one.

import { defineAgent, tool } from "@ptc/subagent";
import { refundRequests } from "./requests.ts";

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

const program = `
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
  (return {:outcomes (frequencies (map :outcome decided))
           :denied (filter :why decided)
           :late (mapv :id late)}))`;

/** Returns the agents of one process. `pay` adds a line to the ledger. */
export function deskAgents(pay: (entry: LedgerEntry) => void) {
  const requests = refundRequests();
  const refund = tool({
    description: "Pays a refund.",
    signature: "(request :int, amount :int, iban :string) -> :any",
    needsApproval: ({ amount }) => amount > limit,
    execute: ({ request, amount, iban }, { callId }) => {
      const known = requests.find(({ id }) => id === request);
      if (known?._iban !== iban) throw new Error("the account doesn't belong to the request");
      pay({ what: "refund", request, amount, key: callId });
    },
  });
  const voucher = tool({
    description: "Sends a voucher.",
    signature: "(request :int, amount :int) -> :any",
    execute: ({ request, amount }, { callId }) => {
      pay({ what: "voucher", request, amount, key: callId });
    },
  });
  const agent = defineAgent({
    prompt: "Decide about the requests for refunds.",
    tools: { refund, voucher },
    llm: () => Promise.resolve(program),
  });
  // The store isn't encrypted, so it gets the requests without their account numbers.
  return { desk: () => ({ agent, context: () => ({ requests }) }) };
}
