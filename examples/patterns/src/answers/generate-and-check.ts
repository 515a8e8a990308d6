import { cannedModel, type Answer, type CountedModel } from "../canned-model.ts";

interface Claim {
  readonly plant: string;
  readonly litres: string;
}

/** The writer drops the last plant until the checker reports it. */
const written: Answer = (prompt) => {
  const given = [...prompt.matchAll(/^- (\S+): (\d+) litres$/gm)].map(
    ([, plant = "", litres = ""]): Claim => ({ plant, litres }),
  );
  return notice(prompt.includes("Your last notice") ? given : given.slice(0, -1));
};

function notice(claims: readonly Claim[]): string {
  const [first, ...others] = claims;
  if (first === undefined) return JSON.stringify({ fail: "there are no figures" });
  const sum = claims.reduce((total, { litres }) => total + Number(litres), 0);
  const list = others.map(({ plant, litres }) => `${plant} with ${litres} litres`).join(", ");
  return JSON.stringify({
    notice: `Most leaked at ${first.plant} with ${first.litres} litres. There followed ${list}. In all it was ${String(sum)} litres.`,
  });
}

/** The checker lists the claims that it reads, and lets a program compare them. */
const checked: Answer = (prompt) => {
  const claims = [...prompt.matchAll(/(\S+) with (\d+) litres/g)].map(
    ([, plant = "", litres = ""]) => `${JSON.stringify(plant)} ${litres}`,
  );
  const sum = /In all it was (\d+) litres/.exec(prompt)?.[1] ?? "nil";
  return `(def said {${claims.join(" ")}})
(def sum ${sum})
(return {:findings (vec (concat
  (for [{:keys [plant litres]} data/plants :when (not= litres (get said plant))]
    (if (get said plant)
      (str plant " had " litres " litres, not " (get said plant) ".")
      (str plant " is missing: " litres " litres.")))
  (let [right (sum-by :litres data/plants)]
    (when (not= sum right) [(str "The sum is " right " litres, not " sum ".")]))))})`;
};

export const checkingModel = (): CountedModel =>
  cannedModel("checker", {
    "Write a notice": [written],
    "Compare every figure": [checked],
  });

/** Always writes the same, whatever the findings are. */
export const stubbornModel = (): CountedModel =>
  cannedModel("stubborn", {
    "Write a notice": [() => notice([{ plant: "Aue", litres: "1" }])],
    "Compare every figure": [checked],
  });
