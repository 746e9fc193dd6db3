/**
 * Returns the tax that an amount includes, in the same unit: the amount less its net, which is
 * rounded to the nearest unit, halves up.
 *
 * @param rate in hundredths of a percent: 1900 is 19 %
 */
export function taxIn(amount: number, rate: number): number {
  const [gross, whole] = [BigInt(amount), BigInt(10_000 + rate)]
  const net = (2n * gross * 10_000n + whole) / (2n * whole)
  return Number(gross - net)
}
