// Tests that the check of profiles accepts the correct answer from orders and profiles, and refuses
// careless ones.

import {
  makeProfiles,
  profiles,
  type Order,
  type Profile,
} from "../../src/suites/missions/shapes/profiles.ts";
import { testCheck } from "./test-check.ts";

interface Data {
  readonly orders: readonly Order[];
  readonly profiles: readonly Profile[];
}

type Mistake =
  | "takes countries as they are spelled"
  | "takes an empty country for one"
  | "leaves out users without a country"
  | "leaves out users without a profile"
  | "counts orders in place of users"
  | "takes profiles in the order of ids";

function read({ orders, profiles: known }: Data, mistake?: Mistake): unknown {
  const ids = [...new Set(orders.map(({ user }) => user.id))].sort();
  const byId = new Map(
    mistake === "takes profiles in the order of ids"
      ? ids.map((id, index) => [id, known[index]])
      : known.map((profile) => [profile.id, profile]),
  );
  const totals = new Map<string, { users: Set<string>; total: number }>();
  for (const { order_no, user, total } of orders) {
    const profile = byId.get(user.id);
    if (mistake === "leaves out users without a profile" && profile === undefined) continue;
    const spelled = profile?.home?.country ?? undefined;
    if (mistake === "leaves out users without a country" && profile && !spelled) continue;
    const isNone = mistake === "takes an empty country for one" ? spelled === undefined : !spelled;
    const written =
      mistake === "takes countries as they are spelled" ? spelled : spelled?.toUpperCase();
    const country = isNone ? "unknown" : (written ?? "");
    const group = totals.get(country) ?? { users: new Set(), total: 0 };
    group.users.add(mistake === "counts orders in place of users" ? order_no : user.id);
    group.total += total;
    totals.set(country, group);
  }
  return [...totals]
    .map(([country, { users, total }]) => ({ country, users: users.size, total }))
    .sort((left, right) => right.total - left.total);
}

testCheck(profiles, (random) => makeProfiles(random), read, [
  "takes countries as they are spelled",
  "takes an empty country for one",
  "leaves out users without a country",
  "leaves out users without a profile",
  "counts orders in place of users",
  "takes profiles in the order of ids",
]);
