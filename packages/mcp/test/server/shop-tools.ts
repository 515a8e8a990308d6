// Tools of three upstream groups for the tests of the server, and the calls that they received.

import type { Tools } from "@ptc/lisp";

export interface Shop {
  readonly tools: Tools;
  /** The names and arguments of calls that took effect, in order. */
  readonly calls: (readonly [string, unknown])[];
}

const customers = ["ann", "bob", "cleo", "dan"];

export function shop(): Shop {
  const calls: Shop["calls"] = [];
  const orders = Array.from({ length: 400 }, (_, id) => ({
    id,
    customer: customers[id % 4],
    amount: 10 + (id % 7),
    paid: id % 3 !== 0,
  }));
  type Args = Readonly<Record<string, number | string | undefined>>;
  const noted = (name: string, result: (args: Args) => unknown) => (args: Args) => {
    calls.push([name, args]);
    return result(args);
  };
  const tools: Tools = {
    "shop/orders": {
      description: "Lists orders, of all customers or of one.",
      signature: "(customer :string?) -> [{id :int, customer :string, amount :int, paid :bool}]",
      execute: noted("orders", ({ customer }) =>
        orders.filter((order) => customer === undefined || order.customer === customer),
      ),
    },
    "shop/refund": {
      description: "Refunds an order.",
      signature: "(id :int, amount :int?) -> :string",
      needsApproval: true,
      execute: noted("refund", ({ id, amount }) =>
        amount === undefined
          ? `refunded ${String(id)}`
          : `refunded ${String(amount)} of ${String(id)}`,
      ),
    },
    "crm/customer": {
      description: "Returns a customer by name, with a private token.",
      signature: "(name :string) -> {name :string, city :string, _token :string}",
      execute: noted("customer", ({ name }) => ({
        name,
        city: name === "ann" ? "Rome" : "Oslo",
        _token: `secret-of-${String(name)}`,
      })),
    },
    "crm/fail": {
      description: "Always fails.",
      signature: "() -> :any",
      execute: () => {
        throw new Error("the CRM is down");
      },
    },
    wait: {
      description: "Never answers.",
      signature: "() -> :any",
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            calls.push(["aborted", {}]);
            reject(new Error("aborted"));
          });
          calls.push(["wait", {}]);
        }),
    },
  };
  return { tools, calls };
}
