import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../../db/postgres/client.ts'
import {
  findCertificateOf,
  insertCertificate,
  lockCertificate,
  markReinstated,
  markRevoked,
  markSuperseded,
} from '../../../../db/queries/learning/certificates.ts'
import { countLearning } from '../../../../db/queries/learning/enrollments/learning-counts.ts'
import {
  countPeriods,
  type PeriodCounts,
} from '../../../../db/queries/learning/enrollments/period-counts.ts'
import { lockTallies, tallyCourse } from '../../../../db/queries/learning/reports.ts'
import { findViolations } from '../../../../db/queries/maintenance/invariants.ts'
import { newId } from '../../../../lib/ids.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { makeCertificateCode } from '../certificates/code/code.ts'
import { tallyLearning } from './tally-learning.ts'

const api = await forAllTests(startApi({ databaseUrl: await makeTestDatabase() }))
const { db, withTransaction } = api.deps
const day = 86_400_000
const begin = Date.UTC(2026, 0, 20)

const courses: { id: string; versions: string[] }[] = []
let people: string[] = []

beforeAll(async () => {
  for (let number = 0; number < 2; number += 1) {
    const { id, slug } = await publish(api, ['aims'])
    await publish(api, ['aims', 'more'], { slug })
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from course_versions where course_id = ${id} order by number`,
    )
    courses.push({ id, versions: rows.map((row) => row.id) })
  }
  await withTransaction((db) => tallyCourse(db, courses[1]?.id ?? ''))
})

async function givenPerson(db: Db): Promise<string> {
  const id = newId()
  await db.execute(sql`
    insert into users (id, email, name, created_at)
    values (${id}, ${`${id}@example.com`}, 'Ada Lovelace', now())`)
  return id
}

const acts = [
  ...['enroll', 'enroll', 'report', 'complete', 'complete', 'end', 'leave', 'return', 'move'],
  ...['set-end', 'revoke', 'reinstate', 'supersede', 'erase', 'fold', 'recount'],
] as const
const act = fc.record({
  what: fc.constantFrom(...acts),
  person: fc.nat(5),
  course: fc.nat(1),
  version: fc.nat(1),
  /** Includes midnights, and instants within a second of the next tenth of a day. */
  at: fc.oneof(
    fc.nat(80).map((days) => days * day),
    fc.nat(80 * day),
  ),
  milliseconds: fc.oneof(
    fc.nat(60 * day),
    fc
      .tuple(fc.nat(20), fc.nat(2_000))
      .map(([tenths, off]) => (tenths + 0.5) * 8_640_000 + off - 1_000),
  ),
})
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

async function perform(db: Db, { what, person, course, version, at, milliseconds }: Act) {
  const userId = people[person] ?? ''
  const { id: courseId, versions } = courses[course] as (typeof courses)[number]
  const versionId = versions[version] ?? ''
  const from = new Date(begin + at).toISOString()
  const own = sql`user_id = ${userId} and course_id = ${courseId}`
  const change = (what: string) =>
    db.execute(sql`update enrollments set ${sql.raw(what)} where ${own}`)
  if (what === 'enroll')
    return db.execute(sql`
      insert into enrollments (user_id, course_id, version_id, source, enrolled_at)
      select id, ${courseId}, ${versionId}, 'administrator', ${from} from users where id = ${userId} for key share
      on conflict (user_id, course_id) do update set status = 'active', left_at = null
        where enrollments.status = 'ended'`)
  if (what === 'report') return change(`last_activity_at = '${from}'`)
  if (what === 'complete') return complete(db, { userId, courseId, milliseconds })
  if (what === 'end') return change(`status = 'ended', left_at = null`)
  if (what === 'leave') return change(`status = 'ended', left_at = '${from}'`)
  if (what === 'return') return change(`status = 'active', left_at = null`)
  if (what === 'move') return change(`version_id = '${versionId}'`)
  if (what === 'set-end') return change(`ends_at = '${from}'`)
  if (what === 'erase') return db.execute(sql`delete from users where id = ${userId}`)
  const current = await findCertificateOf(db, userId, courseId)
  if (current === undefined) return undefined
  const because = { reason: 'For a test', at: new Date() }
  if (what === 'revoke') return markRevoked(db, current.id, because)
  const locked = await lockCertificate(db, current.id)
  if (what === 'reinstate' && locked.status === 'revoked')
    return markReinstated(db, locked, { ...because, at: new Date() })
  if (what !== 'supersede' || locked.status !== 'issued' || locked.userId === null) return undefined
  await markSuperseded(db, locked.id, new Date())
  return issue(db, { userId, courseId, versionId: locked.versionId, supersedes: locked.id })
}

async function complete(
  db: Db,
  { userId, courseId, milliseconds }: { userId: string; courseId: string; milliseconds: number },
) {
  const { rows } = await db.execute<{ versionId: string }>(sql`
    update enrollments
    set completed_at = coalesce(completed_at, enrolled_at + ${`${milliseconds} ms`}::interval)
    where user_id = ${userId} and course_id = ${courseId} returning version_id as "versionId"`)
  for (const { versionId } of rows) await issue(db, { userId, courseId, versionId })
}

function issue(
  db: Db,
  given: { userId: string; courseId: string; versionId: string; supersedes?: string },
) {
  return insertCertificate(db, {
    ...{ ...given, id: newId(), code: makeCertificateCode(), learnerName: 'Ada Lovelace' },
    ...{ courseTitle: 'A course', courseVersion: 1, language: 'en', issuer: 'Lyceum' },
    ...{ completedAt: new Date(), issuedAt: new Date() },
  })
}

async function performAll(acts: Act[]): Promise<void> {
  for (const one of acts) {
    if (one.what === 'fold') await tallyLearning(api.deps)
    else if (one.what === 'recount')
      await withTransaction(async (db) => {
        await lockTallies(db, { wait: true })
        await tallyCourse(db, courses[one.course]?.id ?? '')
      })
    else await withTransaction((db) => perform(db, one))
  }
}

interface Choice {
  courseId: string
  from: Date | undefined
  until: Date | undefined
  version: number | undefined
  now: Date
}

async function plainCount({ courseId, from, until, version, now }: Choice) {
  const at = (date: Date | undefined) => sql`${date?.toISOString() ?? null}::timestamptz`
  const { rows } = await db.execute(sql`
    select count(*)::int as enrolled,
      count(*) filter (where e.status = 'active' and (e.ends_at is null or e.ends_at > ${at(now)})
      )::int as open,
      count(e.last_activity_at)::int as started, count(e.completed_at)::int as completed,
      (count(*) filter (where exists (
        select from certificates c where c.user_id = e.user_id and c.course_id = e.course_id
          and c.status = 'issued')))::int as certificates,
      percentile_cont(0.5) within group (order by extract(epoch from completed_at - enrolled_at))
        as "medianSeconds"
    from enrollments e join course_versions v on v.id = e.version_id
    where e.course_id = ${courseId} and (${version ?? null}::int is null or v.number = ${version ?? null}::int)
      and (${at(from)} is null or enrolled_at >= ${at(from)})
      and (${at(until)} is null or enrolled_at < ${at(until)})`)
  return inTenths(rows[0] as never)
}

function inTenths<Counts extends { medianSeconds: number | null }>({
  medianSeconds,
  ...counts
}: Counts) {
  const medianDays = medianSeconds === null ? null : Math.round(medianSeconds / 8_640) / 10
  return { ...counts, medianDays }
}

const instant = fc.option(
  fc.oneof(
    fc.integer({ min: -2, max: 82 }).map((days) => days * day),
    fc.nat(80 * day),
  ),
  { nil: undefined },
)
const choice = fc.record({
  course: fc.nat(1),
  from: instant,
  until: instant,
  now: fc.nat(80 * day),
  version: fc.constantFrom(undefined, undefined, 1, 2),
})

async function compare({
  course,
  from,
  until,
  version,
  now,
}: typeof choice extends fc.Arbitrary<infer Value> ? Value : never) {
  const dateOf = (at: number | undefined) => (at === undefined ? at : new Date(begin + at))
  const [first, last] =
    from === undefined || until === undefined || from < until ? [from, until] : [until, from + 1]
  const chosen = {
    courseId: courses[course]?.id ?? '',
    version,
    now: new Date(begin + now),
    from: dateOf(first),
    until: dateOf(last),
  }
  const counted = await countLearning(db, { ...chosen, cohortId: undefined })
  expect(inTenths(counted)).toEqual(await plainCount(chosen))
  await comparePeriods(chosen, begin + now)
}

/** Compares periods from hours to weeks, some with nobody in them. */
async function comparePeriods({ from, until, ...chosen }: Choice, middle: number) {
  const ends = [from?.getTime() ?? begin, until?.getTime() ?? begin + 80 * day]
  const bounds = [...new Set([...ends, middle, middle + 1, middle + day / 5, middle + 9 * day])]
    .sort((one, other) => one - other)
    .map((at) => new Date(at))
  const found = await countPeriods(db, { ...chosen, cohortId: undefined, bounds })
  const plain = await Promise.all(
    bounds.slice(1).map((until, place) => plainCount({ ...chosen, from: bounds[place], until })),
  )
  const none = { enrolled: 0, started: 0, completed: 0 }
  const counted = plain.map((_, index) => found.find(({ place }) => place === index + 1) ?? none)
  expect(counted.map(figures)).toEqual(plain.map((one) => figures(one as never)))
}

const figures = ({ enrolled, started, completed }: Pick<PeriodCounts, Figure>) => ({
  enrolled,
  started,
  completed,
})
type Figure = 'enrolled' | 'started' | 'completed'

test('a report from tallies is a plain count, whatever happens in any order and two at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.array(act, { minLength: 4, maxLength: 14 }), fc.array(act, { maxLength: 6 })),
        { minLength: 2, maxLength: 5 },
      ),
      fc.array(choice, { minLength: 6, maxLength: 12 }),
      async (rounds, choices) => {
        people = await Promise.all([0, 1, 2, 3, 4, 5].map(() => givenPerson(db)))
        for (const [alone, beside] of rounds) {
          await Promise.all([performAll(alone), performAll(beside)])
          for (const one of choices) await compare(one)
        }
        const limit = { limit: 5, doneBefore: new Date() }
        const found = await withTransaction((db) =>
          findViolations(db, 'tallies-are-counted', limit),
        )
        expect(found.listed).toEqual([])
      },
    ),
    { ...propertyRuns(10), endOnFailure: true },
  )
  // Checks that both ways of counting were compared, each at last by tallies.
  await tallyLearning(api.deps)
  const { rows } = await db.execute(sql`
    select (select count(*)::int from learning_deltas) as deltas,
      (select count(*)::int from tallied_courses) as courses`)
  expect(rows).toEqual([{ deltas: 0, courses: 2 }])
})
