import { expect, test } from "vitest";
import { addressOf } from "./address.ts";
import { storeError } from "./database-errors.ts";
import { openPostgresStore } from "./index.ts";

test.each([
  ["postgres://ann:pa55-word@db.example/shop", "postgres://db.example:5432/shop"],
  [
    "postgresql://ann:pa55-word@db.example:6432/shop?sslmode=require",
    "postgres://db.example:6432/shop",
  ],
  ["postgres://ann@[::1]/", "postgres://[::1]:5432/"],
  ["postgres:///shop?host=/var/run/postgresql", "postgres:///shop"],
])("names %s without its login", (url, name) => {
  expect(addressOf(url).name).toBe(name);
  expect(addressOf({ connectionString: url }).name).toBe(name);
});

test("names the options of a pool without their login", () => {
  const config = { host: "db.example", user: "ann", password: "pa55-word", database: "shop" };
  expect(addressOf(config).name).toBe("postgres://db.example:5432/shop");
});

test.each([
  "mysql://ann:pa55-word@db/shop",
  "postgres://ann:pa55-word",
  "postgres://ann:pa55/word@db/shop",
  "postgres://ann:55/pa55-word@db/shop",
  "postgres://ann:55?pa55-word@db/shop",
  "postgres://ann:55#pa55-word@db/shop",
  "postgres://ann:pa55-word@db/shop/other",
  "postgres://ann:pa55-word@d b/shop",
])("refuses the address %s, and shows no part of it", async (url) => {
  const error = await openPostgresStore(url).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "OptionError" });
  const text = `${String(error)} ${JSON.stringify(error)}`;
  expect(text).toContain("use postgres://user:password@host:5432/database");
  for (const part of ["ann", "pa55", "word@"])
    expect(text.replace("user:password@host", "")).not.toContain(part);
});

test("reports a database that can't be reached as unavailable, without the login", async () => {
  const url = "postgres://ann:pa55-word@127.0.0.1:1/shop";
  const error = await openPostgresStore(url).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    problem: "unavailable",
    message:
      "postgres://127.0.0.1:1/shop: connect ECONNREFUSED 127.0.0.1:1; try again; if that doesn't help, check that the database runs",
  });
  expect(error).not.toHaveProperty("cause");
});

test.each([
  [
    "28P01",
    'password authentication failed for user "ann"',
    "unavailable",
    "the database refused the login; check the user and the password of the address",
  ],
  [
    "53100",
    "could not extend file",
    "full",
    "could not extend file; make room on the disk of the database",
  ],
  [
    "25006",
    "cannot execute UPDATE in a read-only transaction",
    "read_only",
    "cannot execute UPDATE in a read-only transaction; connect to the primary server",
  ],
  [
    "XX001",
    "invalid page in block 3",
    "damaged",
    "invalid page in block 3; restore the database from a backup",
  ],
  [
    "42P01",
    'relation "ptc_records" does not exist',
    "damaged",
    'relation "ptc_records" does not exist; restore the tables from a backup',
  ],
  [
    "57P01",
    "terminating connection for pa55-word",
    "unavailable",
    "terminating connection for …; try again; if that doesn't help, check that the database runs",
  ],
])("reports the code %s of the database", (code, text, problem, message) => {
  const address = addressOf("postgres://ann:pa55-word@db/shop");
  const error = storeError(address, Object.assign(new Error(text), { code }));
  expect(error).toMatchObject({ problem, message: `postgres://db:5432/shop: ${message}` });
});

test.each<[object, string]>([
  [{ schema: "" }, "option `schema`: it has 0 bytes: use a name of 1 to 63 bytes"],
  [{ prefix: "é".repeat(20) }, "option `prefix`: it has 40 bytes: use a name of 0 to 39 bytes"],
  [{ prefix: "a\0" }, "option `prefix`: it has U+0000 or half of a surrogate pair"],
  [{ tables: "a" }, "unknown option"],
])("refuses the options %j", async (options, message) => {
  await expect(openPostgresStore("postgres://127.0.0.1:1/", options)).rejects.toThrow(message);
});
