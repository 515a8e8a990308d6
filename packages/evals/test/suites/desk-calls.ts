// The calls that solve each task of the suite `desks`.

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** Calls by the name of the task. */
export const deskCalls: ReadonlyMap<string, readonly Call[]> = new Map<string, readonly Call[]>([
  ["bank: one balance", [["balance", { account: "travel" }]]],
  ["bank: names of accounts", [["accounts", {}]]],
  ["bank: transfer", [["transfer", { from: "checking", to: "travel", amount: 200 }]]],
  [
    "bank: fill up",
    [
      ["balance", { account: "travel" }],
      ["transfer", { from: "savings", to: "travel", amount: 690 }],
    ],
  ],
  ["bank: too much", [["balance", { account: "checking" }]]],
  ["calendar: when is the review", [["list_meetings", {}]]],
  ["calendar: last meeting", [["list_meetings", {}]]],
  ["calendar: create", [["create_meeting", { title: "Design sync", start: "14:00", minutes: 30 }]]],
  [
    "calendar: move lunch",
    [
      ["list_meetings", {}],
      ["move_meeting", { id: "M3", start: "13:00" }],
    ],
  ],
  [
    "calendar: cancel the panel",
    [
      ["cancel_meeting", { id: "M4" }],
      ["list_meetings", {}],
    ],
  ],
  ["home: heater of the bath", [["read_device", { id: "heater-1" }]]],
  ["home: is it dark", [["read_device", { id: "lamp-2" }]]],
  ["home: kitchen off", [["set_device", { id: "lamp-1", on: false }]]],
  ["home: warmer bedroom", [["set_device", { id: "heater-2", on: true, level: 21 }]]],
  ["home: lamps in the bedroom", [["set_device", { id: "lamp-2", on: true, level: 20 }]]],
  ["library: year of a book", [["search_books", { text: "rivers" }]]],
  ["library: newest of an author", [["search_books", { text: "renner" }]]],
  ["library: free copies", [["free_copies", { id: "K2" }]]],
  ["library: reserve", [["reserve", { id: "K1", member: "W-88" }]]],
  [
    "library: reserve if needed",
    [
      ["free_copies", { id: "K3" }],
      ["free_copies", { id: "K4" }],
      ["reserve", { id: "K4", member: "W-12" }],
    ],
  ],
  ["messages: phone number", [["find_contact", { name: "priya" }]]],
  ["messages: platform", [["read_inbox", {}]]],
  ["messages: unread", [["read_inbox", {}]]],
  [
    "messages: send to one Holt",
    [["send_message", { contact_id: "C2", text: "See you at eight" }]],
  ],
  ["messages: answer the question", [["send_message", { contact_id: "C4", text: "4471" }]]],
  ["orders: status", [["order", { id: "7001" }]]],
  ["orders: orders of Lund", [["orders_of", { customer: "Lund" }]]],
  ["orders: cancel", [["cancel_order", { id: "7004" }]]],
  ["orders: refund a fifth", [["refund", { id: "7002", amount: 25 }]]],
  [
    "orders: cancel or refund",
    [
      ["cancel_order", { id: "7001" }],
      ["refund", { id: "7003", amount: 19 }],
    ],
  ],
  ["travel: first train", [["trains", { from: "Arden", to: "Belmont" }]]],
  ["travel: cheapest train", [["trains", { from: "Arden", to: "Belmont" }]]],
  ["travel: earliest arrival with a change", [["trains", { from: "Belmont", to: "Corvan" }]]],
  ["travel: book two seats", [["book", { train_id: "X12", seats: 2 }]]],
  ["travel: book the cheapest", [["book", { train_id: "X33", seats: 1 }]]],
  ["units: sky", [["weather", { city: "Belmont" }]]],
  ["units: miles", [["to_miles", { kilometers: 42 }]]],
  ["units: fahrenheit", [["to_fahrenheit", { celsius: 25 }]]],
  ["units: warmer city", [["weather", { city: "Belmont" }]]],
  ["units: snow", [["weather", { city: "Corvan" }]]],
]);
