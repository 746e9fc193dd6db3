const { PROPERTY_TIMES = '1', PROPERTY_SEED = '1' } = process.env

/**
 * The suite tries a few cases of a property, the same ones every time; the check `properties` tries
 * many times as many, and others every time.
 */
export function propertyRuns(few: number): { numRuns: number; seed: number } {
  return { numRuns: few * Number(PROPERTY_TIMES), seed: Number(PROPERTY_SEED) }
}
