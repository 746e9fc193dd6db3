import type { CourseRules } from '../../../../content/course-rules.ts'
import { afterId, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import type { lessonOpenings } from '../../../schema/learning/progress.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { completesBy, secondsOf } from '../../courses/lessons.ts'
import { isActivityDue, recordActivityOf } from './activity.ts'
import { joinPosition, joinWatched, positionColumns, positionOf } from './join-progress.ts'
import {
  isSurelyOpen,
  type LessonPlace,
  ownColumns,
  ownOf,
  type ReportedProgress,
  type ReportPlace,
  reported,
} from './progress.ts'

/** The most ranges stored for a lesson: real watching makes few. */
export const maxKeptRanges = 500

/** Seconds allowed beyond twice the time that has passed: clocks and players are not exact. */
export const graceSeconds = 10

const sizeOf = (ranges: string) =>
  `(select coalesce(sum(upper(range) - lower(range)), 0)::int from unnest(${ranges}) as range)`
const countOf = (ranges: string) => `(select count(*)::int from unnest(${ranges}) as range)`
export const allowedBy = (openedAt: string, now: string) =>
  `(2 * extract(epoch from ${now}::timestamptz - ${openedAt}))::int + ${graceSeconds}`

// The progress row decides, as it is when written: two tabs together cannot watch more than one.
// The shared lock makes a concurrent completion of the lesson wait.
const fits = (ranges: string) => `
  (select ${sizeOf(ranges)} < own.seconds and ${countOf(ranges)} <= ${maxKeptRanges}
    and (own.allowed is null or ${sizeOf(ranges)} <= own.allowed) from own)`
const percentOf = (ranges: string) =>
  `(select 100 * ${sizeOf(`own.whole * (${ranges})`)} / own.seconds from own)`
const union = `(coalesce(p.watched, '{}') + excluded.watched)`
const mergeWatchedProgress = `
  with own as (
    select ${ownColumns}, e.remaining_lessons, ${isActivityDue('$5')} as is_activity_due,
      ${secondsOf} as seconds,
      int4multirange(int4range(0, ${secondsOf})) as whole,
      case when c.honesty = 'watched' then ${allowedBy('o.opened_at', '$5')} end as allowed
    from lesson_revisions l ${ownOf('$5')}
    join courses c on c.id = l.course_id
    left join lesson_openings o
      on o.user_id = e.user_id and o.course_id = e.course_id and o.lesson_key = l.key
    where l.id = $2 and ${isSurelyOpen} and ${completesBy('watching')}
      and upper($6::int4multirange) <= ${secondsOf}
      and (c.honesty = 'none' or o.opened_at is not null)
    for share of e
  ), merged as (
    insert into lesson_progress as p
      (user_id, course_id, lesson_key, percent, updated_at, watched, ${positionColumns})
    select user_id, course_id, key, greatest($3::smallint, ${percentOf('$6::int4multirange')}),
      $5::timestamptz, $6::int4multirange, ${positionOf({ seconds: '$4', at: '$5', id: '$7' })}
    from own where ${fits('$6::int4multirange')}
    on conflict (user_id, course_id, lesson_key) do update set
      percent = greatest(p.percent, excluded.percent, ${percentOf(union)}),
      ${joinWatched}, ${joinPosition}
    where ${fits(union)}
    returning p.percent, p.position_seconds, p.completed_at, p.watched
  )
  ${reported}`

/**
 * Merges a report of watched seconds, like reportPartly(). Does nothing and returns undefined if
 * that completes the lesson or cannot be true: then the full path decides, and says why.
 */
export async function reportWatched(
  db: Db,
  report: ReportPlace & {
    userId: string
    lessonId: string
    percent: number
    positionSeconds: number | undefined
    /** Ranges as PostgreSQL writes them. */
    watched: string
  },
): Promise<ReportedProgress | undefined> {
  const { userId, lessonId, percent, positionSeconds, watched, at, id } = report
  const [merged] = await runNamed<ReportedProgress>(db, {
    name: 'merge_watched_progress',
    text: mergeWatchedProgress,
    values: [userId, lessonId, percent, positionSeconds ?? null, at, watched, id],
  })
  if (merged?.isActivityDue) await recordActivityOf(db, { userId, at, ...merged })
  return merged
}

/** A video of known length, and what its learner has watched of it, with what is reported now. */
export interface Watching {
  /** The length in seconds. */
  seconds: number
  honesty: CourseRules['honesty']
  isCompleted: boolean
  watchedBefore: number
  watchedSeconds: number
  ranges: number
  /** The end of the last reported range. */
  end: number
  /** Seconds that can have been watched since it was opened. */
  allowedSeconds: number
}

/** Finds the watching; undefined unless the lesson is a video of known length. */
export async function findWatching(
  db: Db,
  {
    userId,
    courseId,
    lessonKey,
    watched,
    at,
  }: EnrollmentKey & { lessonKey: string; watched: string; at: Date },
): Promise<Watching | undefined> {
  return findNamed(db, {
    name: 'find_watching',
    text: `
      select ${secondsOf} as seconds, c.honesty, p.completed_at is not null as "isCompleted",
        ${sizeOf('inside.before')} as "watchedBefore", ${sizeOf('inside.both')} as "watchedSeconds",
        ${countOf('inside.both')} as ranges, coalesce(upper($4::int4multirange), 0) as end,
        coalesce(${allowedBy('o.opened_at', '$5')}, ${graceSeconds}) as "allowedSeconds"
      from enrollments e
      join courses c on c.id = e.course_id
      join course_versions v on v.id = e.version_id
      join lesson_revisions l on l.course_id = v.course_id and l.key = $3
        and l.until_version >= v.number and l.from_version <= v.number
      left join lesson_progress p
        on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
      left join lesson_openings o
        on o.user_id = e.user_id and o.course_id = e.course_id and o.lesson_key = l.key
      cross join lateral (
        select whole * coalesce(p.watched, '{}') as before,
          whole * (coalesce(p.watched, '{}') + $4::int4multirange) as both
        from (select int4multirange(int4range(0, ${secondsOf})) as whole) as video
      ) as inside
      where e.user_id = $1 and e.course_id = $2 and ${completesBy('watching')}
        and ${secondsOf} is not null`,
    values: [userId, courseId, lessonKey, watched, at],
  })
}

const watchingCounts = `
  c.honesty = 'watched' and ${completesBy('watching')} and ${secondsOf} is not null`

// Watching from before it counted, or under a former key, makes the opening that much earlier.
const openedWhere = (matters: string, asked = 'asked.id = $2') => `
  insert into lesson_openings (user_id, course_id, lesson_key, opened_at)
  select e.user_id, e.course_id, l.key, least(
    (select min(o.opened_at) from lesson_openings o
      where o.user_id = e.user_id and o.course_id = e.course_id
        and o.lesson_key = any(l.former_keys)),
    $3::timestamptz - make_interval(secs => ${sizeOf('p.watched')} / 2.0))
  from lesson_revisions asked
  join courses c on c.id = asked.course_id
  join enrollments e on e.course_id = asked.course_id and e.user_id = $1 and ${isOpen('e', '$3')}
  join course_versions v on v.id = e.version_id
  join lesson_revisions l on l.course_id = asked.course_id
    and (l.key = asked.key or l.former_keys <> '{}' and l.former_keys @> array[asked.key])
    and l.until_version >= v.number and l.from_version <= v.number and (${matters})
  left join lesson_progress p
    on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
  where ${asked}
  order by e.course_id, l.key
  on conflict do nothing`

interface Opening {
  userId: string
  lessonId: string
  at: Date
}

/**
 * Records that a learner opened a lesson that was open to them, if it will ever matter. Only a
 * program opens its courses.
 */
export async function insertOpening(db: Db, { userId, lessonId, at }: Opening): Promise<void> {
  await runNamed(db, {
    name: 'insert_opening',
    text: openedWhere(`${watchingCounts} or v.ruled and l.type <> 'course'`),
    values: [userId, lessonId, at],
  })
}

/** Records the same where nothing could lock the lessons, for videos whose watching counts. */
export async function insertWatchedOpenings(
  db: Db,
  { userId, lessonIds, at }: { userId: string; lessonIds: readonly string[]; at: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'insert_watched_openings',
    text: openedWhere(`${watchingCounts} and not v.ruled`, 'asked.id = any($2::uuid[])'),
    values: [userId, lessonIds, at],
  })
}

export type OpeningRow = Omit<typeof lessonOpenings.$inferSelect, 'userId'>

/** Lists the videos that the user opened where watching counts, by the primary key. */
export function listOpeningsOf(
  db: Db,
  { userId, after, limit }: PageAfter<LessonPlace> & { userId: string },
): Promise<OpeningRow[]> {
  return runNamed<OpeningRow>(db, {
    name: 'list_openings_of',
    text: `
      select course_id as "courseId", lesson_key as "lessonKey", opened_at as "openedAt"
      from lesson_openings
      where user_id = $1 and (course_id, lesson_key) > (${afterId('$2')}, coalesce($3::text, ''))
      order by course_id, lesson_key limit $4`,
    values: [userId, after?.courseId ?? null, after?.lessonKey ?? null, limit],
  })
}
