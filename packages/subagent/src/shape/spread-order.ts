// The order in which the elements of a collection are sampled. Whatever the number of samples, they
// are spread over all of it.

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Yields up to `most` indexes from 0 to below `count`, each once and always in the same order.
 * Every prefix is spread evenly, because each step advances by the golden ratio of the whole.
 */
export function* spreadOrder(count: number, most: number): Generator<number> {
  const stride = strideFor(count);
  let index = 0;
  for (let taken = 0; taken < count && taken < most; taken++) {
    yield index;
    index = (index + stride) % count;
  }
}

/**
 * Returns a step that reaches every index before it repeats, because it has no common divisor with
 * `count`.
 */
function strideFor(count: number): number {
  let stride = Math.max(1, Math.round(count * goldenRatio));
  while (greatestCommonDivisor(stride, count) !== 1) stride++;
  return stride;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
