const { PROPERTY_TIMES = '1', PROPERTY_SEED } = process.env

/**
 * Sets how many cases of a property are tried: few in the suite, others each time; many times as
 * many in the check `properties`. A failure prints its seed and case.
 */
export function propertyRuns(few: number): { numRuns: number; seed?: number } {
  const numRuns = few * Number(PROPERTY_TIMES)
  return PROPERTY_SEED === undefined ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED) }
}
