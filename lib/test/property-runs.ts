const { PROPERTY_TIMES = '1', PROPERTY_SEED } = process.env

/**
 * The suite tries a few cases of a property, others every time; the check `properties` tries many
 * times as many. What fails prints its seed and its case.
 */
export function propertyRuns(few: number): { numRuns: number; seed?: number } {
  const numRuns = few * Number(PROPERTY_TIMES)
  return PROPERTY_SEED === undefined ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED) }
}
