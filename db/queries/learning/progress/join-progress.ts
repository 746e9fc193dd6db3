/*
 * Shared parts of the statements that merge a report into the row `p`. Each is a join: it takes the
 * greatest, the least or the union, so that reports leave the same row in whatever order they
 * arrive, and however often.
 */

/** Columns of a position, and their values if parameters give it, as of when; or nothing. */
export const positionColumns = 'position_seconds, position_at, position_id'
export function positionOf({ seconds, at, id }: { seconds: string; at: string; id: string }) {
  return `
    coalesce(${seconds}::integer, 0),
    case when ${seconds}::integer is not null then ${at}::timestamptz end,
    case when ${seconds}::integer is not null then ${id}::uuid end`
}

// Rows that predate instants of positions have that of their latest report.
export const keptAt = (row: string) => `coalesce(
  ${row}.position_at, case when ${row}.position_seconds > 0 then ${row}.updated_at end)`
export const keptId = (row: string) =>
  `coalesce(${row}.position_id, '00000000-0000-0000-0000-000000000000')`
const isLater = `
  coalesce(
    (excluded.position_at, excluded.position_id, excluded.position_seconds)
      > (${keptAt('p')}, ${keptId('p')}, p.position_seconds),
    excluded.position_at is not null)`

/** Keeps the latest position: by its instant, then by the report's id. */
export const joinPosition = `
  position_seconds = case when ${isLater} then excluded.position_seconds else p.position_seconds end,
  position_at = case when ${isLater} then excluded.position_at else ${keptAt('p')} end,
  position_id = case when ${isLater} then excluded.position_id else p.position_id end,
  updated_at = greatest(p.updated_at, excluded.updated_at)`

export const joinPercent = 'percent = greatest(p.percent, excluded.percent)'

/** Keeps the earliest completion: the least of an instant and null is the instant. */
export const joinCompletion = 'completed_at = least(p.completed_at, excluded.completed_at)'

export const joinWatched =
  'watched = coalesce(p.watched + excluded.watched, p.watched, excluded.watched)'

/** Selects the `positionColumns` of the latest position among the rows `row` of a group. */
export function latestPosition(row: string): string {
  const order = `order by ${keptAt(row)} desc nulls last, ${keptId(row)} desc`
  return [`${row}.position_seconds`, keptAt(row), keptId(row)]
    .map((value) => `(array_agg(${value} ${order}))[1]`)
    .join(', ')
}
