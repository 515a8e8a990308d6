// Vectors whose hashes collide under the first function of the family, made like an attacker would.
// For each position there are two known pairs of numbers that bring the hash to the same state. Any
// choice of one pair per position therefore gives the same hash. The pairs were found by search; a
// test checks that they collide.

type Pair = readonly [number, number];

const pairs: readonly (readonly [Pair, Pair])[] = [
  [
    [49_052, 343_365],
    [74_915, 524_406],
  ],
  [
    [17_121, 119_848],
    [45_004, 315_029],
  ],
  [
    [60_970, 426_791],
    [81_466, 570_263],
  ],
  [
    [911, 6_378],
    [41_001, 287_008],
  ],
  [
    [71_061, 497_428],
    [87_849, 614_944],
  ],
  [
    [35_363, 247_542],
    [64_534, 451_739],
  ],
  [
    [10_299, 72_094],
    [62_566, 437_963],
  ],
  [
    [3_499, 24_494],
    [38_553, 269_872],
  ],
  [
    [17, 120],
    [42_207, 295_450],
  ],
  [
    [66_290, 464_031],
    [77_130, 539_911],
  ],
  [
    [56_464, 395_249],
    [120_020, 840_141],
  ],
  [
    [23_088, 161_617],
    [39_590, 277_131],
  ],
];

export const mostPlaces = pairs.length;

/** Returns `2 ** places` different arrays of integers, all of the same length. */
export function collidingVectors(places: number): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** places }, (_, choice) =>
    pairs.flatMap((pair, place) => pair[(choice >>> place) & 1] ?? []),
  );
}
