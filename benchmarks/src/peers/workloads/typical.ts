// A program like the ones models write, about 650 characters, over 1,000 rows.
import { orders, typicalProgram } from "../../programs.ts";
import { noSlower, type Workload } from "../workload.ts";

const python = `
open_orders = [order for order in orders if order["status"] == "open"]

def total(order):
    return sum([line["price"] * line["quantity"] for line in order["lines"]])

# the ten most valuable open orders, with who placed them
by_value = sorted(open_orders, key=lambda order: -total(order))
top = by_value[:10]
names = set([order["customer"] for order in top])
print("orders:", len(open_orders), "customers:", len(names))
sum_of_top = sum([total(order) for order in top])
{
    "total": sum_of_top,
    "average": 0 if len(top) == 0 else sum_of_top / len(top),
    "customers": sorted(list(names)),
    "lines": [{"id": order["id"], "total": total(order)} for order in top],
}
`;

const javascript = `
const openOrders = orders.filter((order) => order.status === "open");
function total(order) {
  return order.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}
// the ten most valuable open orders, with who placed them
const byValue = [...openOrders].sort((a, b) => total(b) - total(a));
const top = byValue.slice(0, 10);
const names = new Set(top.map((order) => order.customer));
console.log("orders:", openOrders.length, "customers:", names.size);
const sumOfTop = top.reduce((sum, order) => sum + total(order), 0);
return {
  total: sumOfTop,
  average: top.length === 0 ? 0 : sumOfTop / top.length,
  customers: [...names].sort(),
  lines: top.map((order) => ({ id: order.id, total: total(order) })),
};
`;

const clojure = typicalProgram.replace("data/orders", "orders").replace("(return {", "(identity {");

export const typicalWorkloads: readonly Workload[] = [
  {
    name: "650 characters as a model writes them, over 1,000 rows",
    start: "source",
    programs: { lisp: typicalProgram, python, javascript, clojure },
    data: { orders: orders(1000) },
    targets: noSlower,
  },
];
