export interface Sample {
  minute: number
  value: number
}

/** The slope of the straight line that fits the samples best, in units per minute. */
export function slopeOf(samples: readonly Sample[]): number {
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minute = meanOf(samples.map((sample) => sample.minute))
  const value = meanOf(samples.map((sample) => sample.value))
  const spread = samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0)
  const shared = samples.reduce(
    (sum, sample) => sum + (sample.minute - minute) * (sample.value - value),
    0,
  )
  return shared / spread
}
