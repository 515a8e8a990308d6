// Counts the looks of the texts of one form, on each level of detail; see `text-look.ts`.

/** Texts that look alike: `acc-0153` and `acc-7`. */
export interface Look {
  count: number;
  readonly example: string;
  /** True if all of them equal the example. */
  isOne: boolean;
}

/** One level: the stored looks, and the number of texts with other looks. */
export interface LookLevel {
  readonly looks: Map<string, Look>;
  others: number;
}

/** The maximum number of looks that are stored for each level. */
const mostLooks = 24;

export class Looks {
  /** From fine to coarse. Empty for forms that have only one spelling. */
  readonly levels: LookLevel[] = [];

  /** Counts one text by its look on each level. */
  add(keys: readonly string[], example: string): void {
    keys.forEach((key, index) => {
      addTo(this.level(index), key, 1, example, true);
    });
  }

  addAll(other: Looks): void {
    other.levels.forEach(({ looks, others }, index) => {
      const level = this.level(index);
      level.others += others;
      for (const [key, { count, example, isOne }] of looks)
        addTo(level, key, count, example, isOne);
    });
  }

  private level(index: number): LookLevel {
    return (this.levels[index] ??= { looks: new Map(), others: 0 });
  }
}

function addTo(
  level: LookLevel,
  key: string,
  count: number,
  example: string,
  isOne: boolean,
): void {
  const known = level.looks.get(key);
  if (known !== undefined) {
    known.isOne &&= isOne && known.example === example;
    known.count += count;
  } else if (level.looks.size < mostLooks) level.looks.set(key, { count, example, isOne });
  else level.others += count;
}
