// A hundred tools like those of tool servers: five operations on each of twenty kinds of things in
// five services.

import type { Tool } from "@ptc/core/contracts";

interface Kind {
  readonly kind: string;
  readonly fields: string;
  readonly about: string;
}

const services: Readonly<Record<string, readonly Kind[]>> = {
  "crm-": [
    {
      kind: "contact",
      fields: "name :string, email :string, company_id :int?",
      about: "a person at a company, with address and birthday",
    },
    {
      kind: "company",
      fields: "name :string, domain :string?, employees :int?",
      about: "a firm that buys or may buy",
    },
    {
      kind: "deal",
      fields: "title :string, amount :float, stage :string, contact_id :int",
      about: "a possible sale and its probability",
    },
    {
      kind: "meeting",
      fields: "starts_at :datetime, minutes :int, contact_ids [:int]",
      about: "an appointment in the calendar",
    },
  ],
  "github/": [
    {
      kind: "issue",
      fields: "repository :string, title :string, labels [:string]?",
      about: "a bug report or a wish, with its comments",
    },
    {
      kind: "pull_request",
      fields: "repository :string, branch :string, title :string",
      about: "a proposed change that waits for review",
    },
    {
      kind: "release",
      fields: "repository :string, tag :string, notes :string?",
      about: "a published version with its changelog",
    },
    {
      kind: "workflow",
      fields: "repository :string, file :string, inputs :map?",
      about: "a build that runs on every commit",
    },
  ],
  shop_: [
    {
      kind: "order",
      fields: "customer_id :int, lines [{sku :string, quantity :int}]",
      about: "what somebody has bought, with its delivery",
    },
    {
      kind: "refund",
      fields: "order_id :int, amount :float, reason :string?",
      about: "money that is paid back",
    },
    {
      kind: "product",
      fields: "sku :string, price :float, stock :int?",
      about: "an article of the catalogue and how many are in the warehouse",
    },
    {
      kind: "voucher",
      fields: "code :string, percent :int, expires :datetime?",
      about: "a discount code and how often it was redeemed",
    },
  ],
  "hr.": [
    {
      kind: "employee",
      fields: "name :string, department :string, salary :float?",
      about: "somebody who works here",
    },
    {
      kind: "absence",
      fields: "employee_id :int, from :datetime, to :datetime, kind :string",
      about: "holidays, sickness and parental leave",
    },
    {
      kind: "applicant",
      fields: "name :string, position :string, resume :string?",
      about: "somebody who wants to work here",
    },
    {
      kind: "payslip",
      fields: "employee_id :int, month :string, gross :float",
      about: "what was paid in a month, taxes included",
    },
  ],
  infra: [
    {
      kind: "Server",
      fields: "host :string, region :string, cpus :int?",
      about: "a virtual machine, its load and its disks",
    },
    {
      kind: "Alert",
      fields: "metric :string, threshold :float, pager :bool?",
      about: "a rule that wakes somebody at night",
    },
    {
      kind: "Certificate",
      fields: "domain :string, expires :datetime?",
      about: "the TLS key of a domain and its expiry",
    },
    {
      kind: "Backup",
      fields: "volume :string, retention_days :int?",
      about: "a snapshot of a volume, kept for some days",
    },
  ],
};

const verbs: readonly ((kind: Kind) => readonly [verb: string, signature: string, text: string])[] =
  [
    ({ fields }) => [
      "get",
      `(id :int) -> {id :int, ${fields}}`,
      "Fetches one by its number. Fails with `not found` when there is none or it was deleted.",
    ],
    ({ fields }) => [
      "list",
      `(filter :string?, page :int?) -> [{id :int, ${fields}}]`,
      "Lists them, fifty per page, newest first. The filter is a text that must appear in one of the fields.",
    ],
    ({ fields }) => [
      "create",
      `(${fields}) -> {id :int}`,
      "Makes a new one and answers its number. Fields that are left out get their defaults.",
    ],
    ({ fields }) => [
      "update",
      `(id :int, changes {${fields.replaceAll(/(:\w+|\])(?=,|$)/g, "$1?")}}) -> :bool`,
      "Changes some of the fields of one and leaves the others as they are. Answers whether anything is different now.",
    ],
    () => [
      "delete",
      "(id :int, reason :string?) -> :bool",
      "Removes one for good; whoever may undo it has thirty days. Answers false when it was not there.",
    ],
  ];

function toolName(service: string, verb: string, kind: string): string {
  return service === "infra"
    ? `infra_${verb}${kind}`
    : `${service}${verb}${service === "crm-" ? "-" : "_"}${kind}`;
}

export const hundredTools: Readonly<Record<string, Tool>> = Object.fromEntries(
  Object.entries(services).flatMap(([service, kinds]) =>
    kinds.flatMap((kind) =>
      verbs.map((verbOf) => {
        const [verb, signature, text] = verbOf(kind);
        const name = toolName(service, verb, kind.kind);
        const description = `${text} About ${kind.kind}: ${kind.about}.`;
        return [
          name,
          { description, signature, execute: (args) => ({ called: name, args }) },
        ] satisfies [string, Tool];
      }),
    ),
  ),
);
