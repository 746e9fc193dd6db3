import type { LessonType } from '../../../../content/lessons/lesson-type-names.ts'

/** A lesson that has to be completed first. */
export interface Blocker {
  key: string
  type: LessonType
}

/** The facts from which server/features/courses/lessons/locks.ts derives a lesson's opening day. */
export interface DayFacts {
  /** The lesson's and the course's rules on when it opens. */
  available: string | null
  courseAvailable: string | null
  /** Instants, ISO 8601. */
  enrolledAt: string
  cohortBegunAt: string | null
  /** The learner's zone; null for the school's. */
  timeZone: string | null
}

/** The facts from which it derives a lesson's locks. */
export interface LockFacts extends DayFacts {
  /** In a sequence: the first earlier lesson that is required and not completed. */
  before: Blocker | null
  /** Required lessons that are not completed. */
  requires: Blocker[] | null
}

/** Whether any rule of the lesson `l` in the version `v` could lock it. */
export const hasRules = `
  (v.ruled and (v.lesson_order is not null or v.available is not null
    or coalesce(l.details ?| array['prerequisites', 'available'], false)))`

const isInTable = (table: string, key: string) => `exists (
  select from ${table} o where o.user_id = e.user_id and o.course_id = e.course_id
    and o.lesson_key = ${key})`
// Reports move along to a new key; openings and attempts stay under the old one.
const hasOpened = `
  (${['lesson_openings', 'lesson_progress', 'attempts'].map((table) => isInTable(table, 'l.key')).join(' or ')}
    or l.former_keys <> '{}' and (
      ${['lesson_openings', 'attempts'].map((table) => isInTable(table, 'any(l.former_keys)')).join(' or ')}))`

/**
 * Whether nothing can lock the lesson `l` of the version `v` to the learner of the enrollment `e`:
 * it has no rules, is a preview or was opened, or the course is completed. Cheapest first: usually
 * there are no rules, or it was opened.
 */
const isNeverLocked = `
  (not v.ruled or e.completed_at is not null or l.preview or ${hasOpened} or not ${hasRules})`

const inVersion = 'v.number between r.from_version and r.until_version'
const isNotDone = `not exists (
  select from lesson_progress d
  where d.user_id = e.user_id and d.course_id = e.course_id and d.lesson_key = r.key
    and d.completed_at is not null)`

// The bits tell it without reading lessons, except where some of several are to be chosen, or
// nothing was counted yet.
const firstLeft = `
  case when e.remaining_lessons is not null and v.choose is null
    then position(B'1' in e.remaining_lessons) - 1
    else (
      select coalesce(
        min(r.position) filter (where r.required and ${isNotDone}),
        min(r.position) filter (where ${isNotDone} and not has_required.found))
      from (
        select *, bool_or(required) over () as found from lesson_revisions r
        where r.course_id = e.course_id and ${inVersion}
      ) as r, lateral (select r.found) as has_required)
  end`

const daysOf = `
    'available', l.details ->> 'available', 'courseAvailable', v.available,
    'enrolledAt', e.enrolled_at,
    'cohortBegunAt', (select begun_at from cohorts where id = e.cohort_id),
    'timeZone', (select time_zone from users where id = e.user_id)`

/** Selects DayFacts of the lesson `l` in version `v` for the enrollment `e`; null without a day. */
export const dayFacts = `
  case when v.ruled and not l.preview and coalesce(v.available, l.details ->> 'available') is not null
    then json_build_object(${daysOf}) end`

/** Selects LockFacts of the lesson `l` in version `v` for the enrollment `e`; null for no lock. */
export const lockFacts = `(
  select json_build_object(
    'before', case when v.lesson_order is not null then (
      select json_build_object('key', r.key, 'type', r.type) from lesson_revisions r
      where r.course_id = e.course_id and r.position = ${firstLeft} and r.position < l.position
        and ${inVersion}
      limit 1) end,
    'requires', (
      select json_agg(json_build_object('key', r.key, 'type', r.type) order by r.position)
      from jsonb_array_elements_text(l.details -> 'prerequisites') as named (key)
      join lesson_revisions r on r.course_id = e.course_id and r.key = named.key and ${inVersion}
      where ${isNotDone}),
    ${daysOf})
  where e.user_id is not null and not ${isNeverLocked})`
