/** The enrollments to count: those that began from an instant to before another. */
export interface CountedPeriod {
  from: Date | undefined
  until: Date | undefined
}

/** Lengths of tallies in days, each a multiple of the one before. */
export const tallyDays = [1, 32, 1024] as const

/** Tallies of this many days that start from one day to before another, counted since 1970. */
interface Span {
  days: (typeof tallyDays)[number]
  first: number
  before: number
}

/** Enrollments from an instant to before another, to add or to subtract. */
interface Edge {
  from: Date
  until: Date
  sign: 1 | -1
}

export interface TallyPeriod {
  /** The whole days. */
  days: { first: number; before: number }
  /** Tallies of the same days. */
  spans: Span[]
  /** The parts of the period beyond its whole days, or missing from them. */
  edges: Edge[]
}

const millisecondsPerDay = 86_400_000
/** Later than all days, and a multiple of each length. */
const never = 1024 * 1_000_000

/** Returns the tallies that make up a period, except for half a day at most at each end. */
export function tallyPeriodOf({ from, until }: CountedPeriod): TallyPeriod {
  const days = { first: nearestDay(from, -never), before: nearestDay(until, never) }
  if (from !== undefined && until !== undefined && days.first >= days.before)
    return { days: { first: 0, before: 0 }, spans: [], edges: edgesOf(from, until) }
  const edges = [
    ...(from === undefined ? [] : edgesOf(from, new Date(days.first * millisecondsPerDay))),
    ...(until === undefined ? [] : edgesOf(new Date(days.before * millisecondsPerDay), until)),
  ]
  return { days, spans: spansOf(days), edges }
}

/** Returns the day whose beginning is nearest, counted since 1970. */
export function nearestDay(at: Date | undefined, otherwise = 0): number {
  return at === undefined ? otherwise : Math.round(at.getTime() / millisecondsPerDay)
}

function edgesOf(from: Date, until: Date): Edge[] {
  if (from < until) return [{ from, until, sign: 1 }]
  return until < from ? [{ from: until, until: from, sign: -1 }] : []
}

/** Returns the fewest spans: the longest ones in the middle, shorter ones on both sides. */
function spansOf({ first, before }: TallyPeriod['days'], level = 0): Span[] {
  const days = tallyDays[level] ?? 1
  const longer = tallyDays[level + 1]
  if (longer === undefined) return [{ days, first, before }]
  const inner = {
    first: Math.ceil(first / longer) * longer,
    before: Math.floor(before / longer) * longer,
  }
  if (inner.first >= inner.before) return [{ days, first, before }]
  return [
    { days, first, before: inner.first },
    ...spansOf(inner, level + 1),
    { days, first: inner.before, before },
  ].filter((span) => span.first < span.before)
}
