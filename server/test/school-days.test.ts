import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { daysAfter } from '../../lib/lists/periods.ts'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { daysAround, zones } from '../../lib/test/zones.ts'
import { writeCalendar } from '../features/learning/calendar/write-calendar.ts'
import { formatCode } from '../features/learning/certificates/code/code.ts'
import { reissueCertificate } from '../features/learning/certificates/reissue-certificate.ts'
import { daysOn } from '../features/learning/certificates/validity/certificate-days.ts'
import { endOfValidity } from '../features/learning/certificates/validity/validity.ts'
import { forAllTests, startApi } from './api.ts'
import { givenCertificate } from './learning.ts'
import { switchablePrinter } from './printers.ts'

const printer = switchablePrinter({ available: true })
const api = await forAllTests(startApi({ printer, isClockStopped: true }))
const moveSchool = (timeZone: string) => Object.assign(api.deps.config, { timeZone })

// In Tokyo the year has begun.
const year = api.deps.now().getUTCFullYear() + 1
api.advance(Date.UTC(year - 1, 11, 31, 15, 30) - api.deps.now().getTime())
const [today, lastDay] = [`${year}-01-01`, `${year + 1}-01-01`]
const ofUtc = `${year - 1}-12-31`
const soon = { timeout: 60_000, interval: 50 }

test('a certificate bears the day of the school everywhere, and keeps it when the school moves', async () => {
  moveSchool('Asia/Tokyo')
  const { learner, code } = await givenCertificate(api, { course: { validFor: 12 } })
  const days = { completedOn: today, issuedOn: today, lastDay }
  await expect.poll(() => printer.printed, soon).toMatchObject([days])

  const facts = async (code: string) => (await api.request(`GET /certificates/${code}.json`)).body
  expect(await facts(code)).toMatchObject(days)
  const page = (await api.request(`GET /verify/${code}?lang=en`)).text
  const shown = [...page.matchAll(/<time datetime="([^"]+)">([^<]+)</gu)].map(([, ...day]) => day)
  const ofPaper = [today, `January 1, ${year}`]
  expect(shown).toEqual([ofPaper, ofPaper, [lastDay, `January 1, ${year + 1}`]])
  const [mine] = (await api.as(learner).me.courses.query({})).items
  expect(mine?.certificate?.lastDay).toBe(lastDay)
  const claims = decodeJwt((await api.request(`GET /certificates/${code}/credential`)).text)
  expect(claims).toMatchObject({
    awardedDate: `${today}T00:30:00+09:00`,
    validUntil: `${lastDay}T23:59:59+09:00`,
  })
  const [listed] = (await api.as(learner).certificates.list.query({ userId: learner.id })).items
  const linkedIn = new URL(listed?.addToLinkedIn ?? '').searchParams
  expect(Object.fromEntries(linkedIn)).toMatchObject({
    ...{ issueYear: String(year), issueMonth: '1' },
    ...{ expirationYear: String(year + 1), expirationMonth: '1' },
  })

  moveSchool('America/Los_Angeles')
  expect(await facts(code)).toMatchObject(days)
  const { certificate } = await reissueCertificate(api.deps, { code })
  const successor = formatCode(certificate.code)
  expect(await facts(successor)).toMatchObject({ ...days, issuedOn: ofUtc })
  const again = decodeJwt((await api.request(`GET /certificates/${successor}/credential`)).text)
  expect(String(again.awardedDate).slice(0, 10)).toBe(today)

  // As the release before wrote it: its paper says the day of UTC, and so does its replacement.
  const guards = (how: string) => `alter table certificates ${how} trigger user`
  await api.deps.db.execute(
    sql.raw(`${guards('disable')};
      update certificates set completed_on = null, issued_on = null, last_day = null
      where id = '${certificate.id}'; ${guards('enable')}`),
  )
  const { certificate: last } = await reissueCertificate(api.deps, { code: successor })
  expect(last).toMatchObject({ completedOn: ofUtc, issuedOn: ofUtc, lastDay })
})

test('a certificate of before has the days of its paper: of UTC, and the end of the school then', () => {
  const [completedAt, issuedAt] = [new Date(`${ofUtc}T15:30:00Z`), new Date(`${ofUtc}T23:59:59Z`)]
  const none = { completedOn: null, issuedOn: null, lastDay: null }
  for (const zone of zones) {
    const { validUntil } = endOfValidity(today, { months: 12, timeZone: zone })
    const before = { ...none, completedAt, issuedAt, validUntil }
    // Of a zone farther behind UTC nobody could tell, once the school has moved.
    const moved = zone === 'Pacific/Niue' ? [] : ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']
    for (const now of [zone, ...moved])
      expect([now, daysOn(before, now)]).toEqual([
        now,
        { completedOn: ofUtc, issuedOn: ofUtc, lastDay },
      ])
  }
})

test('a receipt bears the day of the school, and the number of its year', async () => {
  moveSchool('Asia/Tokyo')
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 2900, currency: 'EUR' } })
  const { id: transactionId, checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id] })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)

  const receipt = await api.as(learner).transactions.receipt.query({ transactionId })
  expect(receipt).toMatchObject({ number: `${year}-000001`, issuedOn: today })
})

const course = await api.given.course()
const administrator = await api.given.admin()
const { admin, learners: asSchool } = api.as(administrator)
let count = 0

/** What was given for a day, on each surface that shows it, before and after something else is edited. */
async function surfacesOf([first, last]: readonly [string, string]) {
  count += 1
  const learner = await api.given.learner()
  const given = { startsAt: first, endsAt: last }
  const cohort = await admin.cohorts.create.mutate({ name: `Class ${count}`, ...given })
  const { id: cohortId } = cohort
  await admin.cohorts.addMember.mutate({ cohortId, user: learner.id })
  const renamed = await admin.cohorts.update.mutate({ cohortId, name: `Renamed ${count}` })
  const window = { opensAt: first, closesAt: last }
  const [courseId, user] = [course.id, learner.id]
  const set = await asSchool.setSeats.mutate({ courseId, seats: 50_000 + count, ...window })
  const moreSeats = await asSchool.setSeats.mutate({ courseId, seats: 60_000 + count })
  const { enrollment } = await asSchool.enroll.mutate({
    user,
    courseId,
    endsAt: last,
  })
  const endingBefore = async (endsBefore: string) =>
    (await admin.enrollments.list.query({ user, course: courseId, endsBefore })).items.length
  const isListed =
    (await endingBefore(last)) === 0 && (await endingBefore(daysAfter(last, 1))) === 1
  const [mine] = (await api.as(learner).me.courses.query({})).items
  const { seats } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  const coupon = await admin.coupons.create.mutate({
    ...{ code: `DAY-${count}`, takesOff: { percent: 5 } },
    ...{ validFrom: first, validUntil: last },
  })
  const rows = [{ email: `day-${count}@example.org`, course: course.slug, endsAt: last }]
  const bulk = await admin.bulkEnrollments.create.mutate({ rows })
  const csv = await api.request(`GET /api/v1/admin/bulk-enrollments/${bulk.id}/rows.csv`, {
    token: administrator.token,
  })
  const { url } = await api.as(learner).me.makeCalendarKey.mutate({})
  const key = new URL(url).searchParams.get('key') ?? ''
  api.watchedLog.addSecret(key)
  const calendar = await writeCalendar(api.deps, key)
  const compact = (day: string) => `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`
  return {
    begins: [
      ...[cohort.startsOn, renamed.startsOn, set.opensOn, moreSeats.opensOn, coupon.firstDay],
      calendar.includes(compact(first)) ? first : calendar,
    ],
    ends: [
      ...[cohort.endsOn, renamed.endsOn, set.closesOn, moreSeats.closesOn, seats?.closesOn],
      ...[
        coupon.lastDay,
        enrollment?.endsOn,
        mine?.endsOn,
        csv.text.split(',').find((cell) => cell === last),
      ],
      calendar.includes(compact(last)) ? last : calendar,
      isListed ? last : 'another',
    ],
    moved: [
      renamed.startsAt === cohort.startsAt && renamed.endsAt === cohort.endsAt,
      moreSeats.opensAt === set.opensAt && moreSeats.closesAt === set.closesAt,
    ],
  }
}

test('what begins and ends on a day does so on every surface, and moves with nothing else', async () => {
  const place = fc
    .constantFrom(...zones)
    .chain((zone) =>
      fc.record({ zone: fc.constant(zone), day: fc.constantFrom(...daysAround(zone, year)) }),
    )
  await fc.assert(
    fc.asyncProperty(place, async ({ zone, day }) => {
      moveSchool(zone)
      const first = daysAfter(day, 1)
      const { begins, ends, moved } = await surfacesOf([first, first])

      expect(new Set(begins)).toEqual(new Set([first]))
      expect(new Set(ends)).toEqual(new Set([first]))
      expect(moved).toEqual([true, true])
    }),
    propertyRuns(4),
  )
})
