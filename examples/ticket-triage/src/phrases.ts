// The phrases of the tickets.

export type Category = "billing" | "outage" | "account" | "other";

/** Problems by the category of the ticket. */
export const problems: Readonly<Record<Category, readonly string[]>> = {
  billing: [
    "You took {amount} from our card twice in {month}.",
    "The {plan} plan was cancelled in {month}, yet here is another {amount} on the statement.",
    "Our accountant asks for a receipt for {month} with the tax number on it.",
    "The quote said {amount} and what I was charged has nothing to do with it.",
    "Moved from monthly to yearly and now I seem to pay for both.",
    "Where do I put a purchase order number so that it is printed on what you send us?",
    "I was promised {amount} back after last time and nothing has arrived.",
    "Your reminder says {month} is unpaid. My bank says otherwise, see attached.",
    "We have {seats} people on the {plan} plan and pay for twice as many.",
    "The discount for schools is gone since {month}, is that a mistake?",
    "Our card expires in {month} and the form will not let me put in the new one without the old one.",
    "What is the line 'adjustment' of {amount}? Nobody here knows what it is for.",
    "Signed up for the trial, forgot about it, and {amount} is gone. Anything you can do?",
    "The total is in dollars, it was always euros before.",
  ],
  outage: [
    "Nothing loads since {hour}, just the grey page with the spinning thing.",
    "{feature} ends in error 500 every time, it was fine {day}.",
    "Every export comes out empty since {day}.",
    "The app on my phone closes by itself as soon as I open {feature}.",
    "Saving takes minutes now. It used to be instant.",
    "Emails from you arrive hours late since {day}, and some not at all.",
    "We pressed Sync at {hour} and it is still turning.",
    "{feature} shows the numbers of {month} whatever I choose.",
    "The screen where invoices are listed stays white for all {seats} of us.",
    "All {seats} of us were thrown out at {hour} and the sign-in page does not come up at all.",
    "Half of the pictures are missing since your update, only the frames are left.",
    "The search finds nothing any more, not even what I typed in a minute ago.",
    "Your hooks stopped calling us at {hour}; our side has seen no request since.",
    "It says 'read only mode' on top and no button does anything.",
  ],
  account: [
    "The code for signing in goes to a phone that I no longer have.",
    "Please take {person} out of our team, they left in {month}.",
    "I was an administrator {day} and today the settings are gone from my menu.",
    "I married in {month} and my name is still the old one everywhere.",
    "The link for a new password has expired each time I open it.",
    "How do I give {person} the right to see reports and nothing else?",
    "Somebody from a country I have never been to signed in as me at {hour}.",
    "Two profiles exist for {person}, one with a dot in the address. Can they be made one?",
    "Delete everything you hold about me, as the law allows me to ask.",
    "{person} cannot get in to fetch our invoices, it says 'no such user'.",
    "We want our staff to sign in with the accounts they have at work.",
    "The owner of our workspace has left the company and nobody else can invite people.",
    "My address for mail changes with our domain in {month}, what has to be done?",
    "It tells me my user is locked after too many tries. I tried once.",
  ],
  other: [
    "Will there ever be a dark mode for {feature}?",
    "We think about moving {seats} people over to you. Is there somebody to show us around?",
    "Just wanted to say that {person} from your side was wonderful {day}.",
    "Do you have an office in Lisbon one could visit?",
    "I write a piece about tools like yours for a magazine and have three questions.",
    "Is it true that you were bought by a larger firm?",
    "Could {feature} learn to sort by colour? It would make my life easier.",
    "Where are your servers? Our lawyers ask before we sign anything.",
    "This is about the parcel that never came. You are the delivery people, no?",
    "I would like to work for you, where do I send my papers?",
    "The handbook still describes {feature} as it was, on page {seats} for one.",
    "Do you give talks? Our club meets in {month}.",
    "How does the {plan} plan compare with what your competitors offer?",
    "Please stop sending me your newsletter, it comes three times a week.",
  ],
};

/** Phrases that make a ticket urgent, in any tone. */
export const pressing: readonly string[] = [
  "We open in forty minutes.",
  "There are people standing at the counter and I have nothing to tell them.",
  "The hearing is this afternoon and I cannot go there without it.",
  "If this is not solved by tonight we lose the order.",
  "Nobody here can do any work until this is sorted out.",
  "The deadline is midnight, and it is not one that moves.",
  "I am on stage with this in an hour.",
  "Each hour of this costs us more than you cost us in a year.",
  "The auditors sit in the next room and wait.",
  "Our account at the bank is empty because of this, and wages are due today.",
];

/** Phrases that say that the ticket isn't urgent. */
export const relaxed: readonly string[] = [
  "No hurry at all.",
  "Whenever somebody has a moment.",
  "It can wait until next week.",
  "Not urgent, though it says so in the subject, my mail does that by itself.",
  "I am away until Monday anyway.",
  "For now we manage without.",
  "Just so that you know.",
  "It is the third time I write about this.",
];

export const greetings: readonly string[] = [
  "",
  "",
  "Hi,",
  "Hello there.",
  "Dear team,",
  "Morning!",
  "Sorry to bother you.",
];

export const fillers = {
  amount: ["49.00", "12.50", "318 euros", "1,200", "89.90", "6,40 EUR"],
  month: ["January", "March", "May", "August", "November"],
  plan: ["small", "team", "business", "yearly"],
  seats: ["4", "11", "25", "60", "140"],
  hour: ["8:15", "nine", "half past ten", "noon", "4 pm"],
  day: ["yesterday", "on Friday", "last week", "this morning"],
  feature: ["the calendar", "the report builder", "the upload", "the dashboard", "the chat"],
  person: ["Noor", "Mr Okafor", "Lena", "our intern", "Tomasz"],
} as const;
