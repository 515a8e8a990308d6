// The order in which the elements of a collection are looked at: however many there is time for,
// they are spread over all of it.

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Indexes from 0 up to `count`, each once and always in the same order, `most` at most. Every
 * beginning of them is spread evenly, because each step goes on by the golden section of the whole.
 */
export function* spreadOrder(count: number, most: number): Generator<number> {
  const stride = strideFor(count);
  let index = 0;
  for (let taken = 0; taken < count && taken < most; taken++) {
    yield index;
    index = (index + stride) % count;
  }
}

/** A step that meets every index before it comes back: it has no divisor in common with `count`. */
function strideFor(count: number): number {
  let stride = Math.max(1, Math.round(count * goldenRatio));
  while (greatestCommonDivisor(stride, count) !== 1) stride++;
  return stride;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
