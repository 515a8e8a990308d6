// The phrases of the log. A capital letter begins a sentence: {B} is {b} capitalized. {b} is in
// debt to {l}; {a} and {c} are any other people; {n} is a sum.

/** Sentences after which {b} owes {l} more. */
export const loans: readonly string[] = [
  "{L} let {b} have {n} crowns until we are paid off.",
  "{B} lost {n} crowns to {l} at dice and has not laid them down.",
  "{L} paid for new boots for {b}, {n} crowns, and will want them back in port.",
  "{B} owes {l} {n} crowns for tobacco, so both of them tell me.",
  "I am asked to write down for {b} a debt of {n} crowns to {l}.",
  "Out of the purse of {l} went {n} crowns into the hand of {b}, to be returned.",
  "In the market {b} came short, and it was {l} who laid out {n} crowns.",
  "{B} took over the sea chest of {l} for {n} crowns, of which not one has been paid.",
  "Before witnesses: {n} crowns, from {l}, as a loan, to {b}.",
  "{B} broke the lamp of {l} and will make it good with {n} crowns when there is money.",
  "Against a promise and nothing more {b} got {n} crowns from {l}.",
  "{L} may expect {n} crowns of {b}, who put the wager on the wrong bird.",
];

/** Sentences after which {b} owes {l} less. */
export const repayments: readonly string[] = [
  "{B} gave {l} back {n} crowns of what was owed.",
  "{L} has {n} crowns less to wait for, {b} having paid so much today.",
  "{B} settled {n} crowns with {l}, counted out on the table.",
  "Because a net was mended so well, {l} lets {b} off {n} crowns of the debt.",
  "From the share of {b} I handed {n} crowns to {l}, towards the old score.",
  "With a long face {b} returned {n} crowns to {l}.",
];

/** Sentences about money that create no debt within the crew. */
export const otherMoney: readonly string[] = [
  "{A} offered {c} {n} crowns for the parrot and was laughed at.",
  "{A} made {c} a present of {n} crowns and wants nothing back.",
  "I paid {n} crowns for rope in {port}.",
  "{A} dreamt of owing {c} {n} crowns and woke up in a sweat.",
  "{A} would have lent {c} {n} crowns, had there been any.",
  "They say in {port} that each of us owes the sea {n} crowns a year.",
  "{A} won {n} crowns of {c} at dice, paid on the spot.",
  "{A} asked {c} for {n} crowns and got a sermon in their place.",
  "A widow in {port} claims {n} crowns of {a}; that is no matter of this ship.",
];

/** Other events on board. */
export const events: readonly string[] = [
  "Wind {wind}, the sea {sea}.",
  "Made {knots} knots under {sail} until the watch was changed.",
  "{A} saw {thing} on the horizon, and {c} says it was a cloud.",
  "We owe it to {a} that the pump works again.",
  "{A} lent a hand at the capstan, though it was not the watch for it.",
  "The {part} gave way and {a} was two hours at it with {c} to hold the lantern.",
  "Peas and bacon, and {a} spoke ill of both.",
  "{A} has a fever, and {c} sits by with vinegar.",
  "Sounded at {knots} fathoms: sand and black shell.",
  "Paid out the long cable, for the ground is poor here.",
  "A letter for {a} from {port}, three years old; read aloud twice.",
  "{A} and {c} do not speak. I do not ask.",
  "Passed a brig out of {port}, which did not return our signal.",
  "The rats have been at the {part}, and the cat is not ashamed.",
  "{A} taught {c} a song with a great many verses.",
  "Rain enough to fill {knots} casks, and glad of each.",
  "{C} mended the {part} with what was left of the old one.",
  "No sight of the sun, so our place is what {a} believes it to be.",
];

export const fillers = {
  wind: [
    "north by east, fresh",
    "none to speak of",
    "south-west and rising",
    "in gusts from the land",
    "fair at last",
  ],
  sea: [
    "like glass",
    "short and steep",
    "grey and in no mood",
    "with a long swell from the west",
    "quiet",
  ],
  knots: ["three", "four", "five", "six", "seven", "nine"],
  sail: ["topsails", "all she can carry", "the foresail alone", "reefed courses"],
  thing: ["a light", "two sails", "land, low and blue", "a whale", "a boat without a soul in it"],
  part: [
    "mizzen stay",
    "bread room",
    "forward hatch",
    "rudder chain",
    "jolly boat",
    "spare canvas",
  ],
  port: ["Malden", "Saint Oro", "Kessel", "Port Amity", "the Narrows"],
} as const;
