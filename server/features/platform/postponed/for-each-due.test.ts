import { expect, test } from 'vitest'
import { type DueTask, dueTasks, listPostponed } from '../../../../db/queries/platform/postponed.ts'
import type { Deps } from '../../../context.ts'
import { forAllTests } from '../../../test/api.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { startStripeShop } from '../../../test/stripe/stripe-shop.ts'
import { submitDueAttempts } from '../../assessment/attempts/submit-attempt.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { expireUploads } from '../../authoring/files/finish-upload.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { indexLessons } from '../../courses/search/index-lessons.ts'
import { sendDueAnnouncements } from '../../learning/announcements/send-due.ts'
import { tellExpiry } from '../../learning/certificates/validity/tell-expiry.ts'
import { beginCohorts } from '../../learning/cohorts/change-cohort-job.ts'
import { openDueCourses } from '../../learning/completion/open-due-courses.ts'
import { tellReporters } from '../../learning/flaws/settle-flaw.ts'
import { acceptOverlooked } from '../../learning/invitations/accept-invitations.ts'
import { forgetInvitations } from '../../learning/invitations/withdraw-invitation.ts'
import { remindLearners } from '../../learning/reminders/remind-learners.ts'
import { findMissedPayments } from '../../shop/payments/find-missed-payments.ts'
import { cancelOpened } from '../../shop/transactions/cancel-owned.ts'
import { endDueEnrollments } from '../../shop/transactions/end-due.ts'
import { expireTransactions } from '../../shop/transactions/expire-transactions.ts'
import { mailDigests } from '../notifications/mail-digests.ts'
import { forEachDue } from './for-each-due.ts'

const lines: string[] = []
const shop = await forAllTests(startStripeShop({ logLines: lines }))
const { api, stripe } = shop
const { execute } = { execute: (text: string) => api.deps.db.execute(text) }
const day = 86_400_000

const two = <Made>(make: () => Promise<Made>) => Promise.all([make(), make()])
const enrolled = async (set: string) => {
  const course = await api.given.course()
  await two(async () => api.given.enrollment(await api.given.learner(), course))
  await execute(`update enrollments set ${set} where course_id = '${course.id}'`)
  return `enrollments where course_id = '${course.id}' and status = 'active'`
}
const invited = async (email: string, expires: string) => {
  const { id } = await api.given.course()
  await execute(`insert into invitations (id, email, course_id, created_at, expires_at)
    select gen_random_uuid(), ${email}, '${id}', now(), now() + interval '${expires}'
    from users order by id desc limit 2`)
  return `invitations where course_id = '${id}'`
}
const pending = "transactions where status = 'pending'"

interface Scenario {
  /** Makes two items due; returns SQL that finds them while they are. Default of `at`: now. */
  given: () => Promise<{ left: string; at?: number } | string>
  run: (deps: Deps) => Promise<void>
}

/** Scenarios that the compiler requires for each of `dueTasks`; `forEachDue` takes no other. */
const scenarios: Record<DueTask, Scenario> = {
  'accept-invitations': {
    given: async () => {
      await two(() => api.given.learner())
      return invited('email', '1 day')
    },
    run: acceptOverlooked,
  },
  'begin-cohort': {
    given: async () => {
      await execute(`insert into cohorts (id, name, starts_at, created_at)
        select gen_random_uuid(), 'Class ' || n, now() - interval '1 hour', now()
        from generate_series(1, 2) as n`)
      return 'cohorts where begun_at is null'
    },
    run: beginCohorts,
  },
  'cancel-opened': {
    given: async () => {
      const purchases = await two(() => shop.givenPending(2_900))
      for (const { learner, courses } of purchases)
        for (const { id } of courses)
          await execute(`insert into enrollments (user_id, course_id, source, program_id, version_id,
              enrolled_at)
            select '${learner.id}', c.id, 'program', c.id, v.id, now() from courses c
            join course_versions v on v.course_id = c.id where c.id = '${id}'`)
      return pending
    },
    run: cancelOpened,
  },
  'end-enrollment': {
    given: () =>
      enrolled(`enrolled_at = now() - interval '2 days', ends_at = now() - interval '1 day'`),
    run: endDueEnrollments,
  },
  'expire-transaction': {
    given: async () => {
      await two(() => shop.givenPending(2_900))
      await execute(`update transactions set created_at = now() - interval '2 days'
        where status = 'pending'`)
      return pending
    },
    run: expireTransactions,
  },
  'expire-upload': {
    given: async () => {
      const { id } = await api.given.course()
      await execute(`insert into uploads (id, course_id, path, size, type, sha256, created_at,
          expires_at)
        select gen_random_uuid(), '${id}', n || '.png', 1, 'image/png', 'ab', now(), now()
        from generate_series(1, 2) as n`)
      return 'uploads'
    },
    run: expireUploads,
  },
  'forget-invitation': {
    given: () => invited(`'nobody-' || id || '@school.example'`, '-1 hour'),
    run: forgetInvitations,
  },
  'mail-digest': {
    given: async () => {
      const ids = (await two(() => api.given.learner())).map(({ id }) => `'${id}'`).join()
      await execute(`update users set news_by_mail = 'daily' where id in (${ids})`)
      await execute(`insert into notifications
          (id, user_id, kind, fact, facts, in_digest, created_at)
        select gen_random_uuid(), id, 'course-enrolled', id, '{"title": "Knots"}', true, now()
        from users where id in (${ids})`)
      const left = `notifications where in_digest and user_id in (${ids})`
      const [today] = new Date(Date.now() + day).toISOString().split('T')
      return { left, at: Date.parse(`${today}T08:00:00Z`) }
    },
    run: mailDigests,
  },
  'open-courses': {
    given: async () => `${await enrolled('next_opening_at = enrolled_at')}
      and next_opening_at is not null`,
    run: openDueCourses,
  },
  'record-missed-payment': {
    given: async () => {
      for (const { session } of await two(() => shop.givenPending(2_900))) stripe.pay(session.id)
      return { left: pending, at: Date.now() + 5 * 60_000 }
    },
    run: findMissedPayments,
  },
  'refresh-entry': {
    given: async () => {
      const ids = (await two(() => api.given.course())).map(({ id }) => `'${id}'`).join()
      await execute(`delete from catalogue_entries where course_id in (${ids})`)
      return `courses c where id in (${ids})
        and not exists (select from catalogue_entries where course_id = c.id)`
    },
    run: indexLessons,
  },
  'remind-learner': {
    given: async () => {
      const date = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
      const course = await publish(api, [{ key: 'one', details: { due: date(3) } }])
      const left = `enrollments e where course_id = '${course.id}'
        and not exists (select from reminders r where r.user_id = e.user_id)`
      await two(async () => api.given.enrollment(await api.given.learner(), course))
      return { left, at: Date.parse(`${date(2)}T09:00:00Z`) }
    },
    run: remindLearners,
  },
  'send-announcement': {
    given: async () => {
      const { id } = await api.given.course()
      await execute(`insert into announcements (id, course_id, text, audience, created_at,
          waits_until)
        select gen_random_uuid(), '${id}', 'Text ' || n, 'all', now(), now()
        from generate_series(1, 2) as n`)
      return `announcements where course_id = '${id}' and waits_until is not null`
    },
    run: sendDueAnnouncements,
  },
  'submit-attempt': {
    given: async () => {
      await two(async () => (await givenQuiz(api, { timeLimitMinutes: 1 })).start())
      return { left: `attempts where status = 'open'`, at: Date.now() + 2 * 60_000 }
    },
    run: submitDueAttempts,
  },
  'tell-expiry': {
    given: async () => {
      const [{ certificate }] = await two(() => givenCertificate(api, { course: { validFor: 24 } }))
      const at = Date.parse(certificate.validUntil ?? '') - 29 * day
      return { left: 'certificates where valid_until is not null and expiry_told is null', at }
    },
    run: tellExpiry,
  },
  'tell-reporter': {
    given: async () => {
      const course = await api.given.course()
      const [lesson] = course.lessons
      await two(async () => {
        const learner = await api.given.learner()
        await api.given.enrollment(learner, course)
        const flaw = { lessonId: lesson?.id ?? '', kind: 'typo' } as const
        await api.as(learner).flaws.report.mutate(flaw)
      })
      await execute(`update flaws set outcome = 'mended', settled_at = now()`)
      return 'flaw_reports where told_at is null'
    },
    run: tellReporters,
  },
}

test.each(dueTasks)(
  '%s: what fails for the first item is told, and the other is done',
  async (task) => {
    const { given, run } = scenarios[task]
    const made = await given()
    const { left, at = Date.now() } = typeof made === 'string' ? { left: made } : made
    const count = async () => (await execute(`select from ${left}`)).rowCount
    expect(await count()).toBe(2)
    const depsAt = (milliseconds: number) => ({ ...api.deps, now: () => new Date(milliseconds) })
    const broken = depsAt(at)
    broken.withTransaction = () => {
      broken.withTransaction = api.deps.withTransaction
      return Promise.reject(new Error('broken'))
    }

    await run(broken)
    expect(await count()).toBe(1)
    const [postponed] = await listPostponed(api.deps.db, 10)
    expect(postponed).toMatchObject({ task, tries: 1, failure: 'Error: broken' })
    expect(
      lines.filter((line) => line.includes(`"task":"${task}","item":"${postponed?.item}"`)),
    ).toHaveLength(1)

    await run(depsAt(at + 2 * 60_000))
    expect(await count()).toBe(0)
    expect(await listPostponed(api.deps.db, 10)).toEqual([])
  },
)

test('what stays broken is tried more and more rarely, and never in the way of a page', async () => {
  const begun = Date.now()
  const ids = ['poisoned', 'fine']
  const triedAt: number[] = []
  for (let minutes = 0; minutes < 130; minutes++)
    await forEachDue(
      { ...api.deps, now: () => new Date(begun + minutes * 60_000) },
      {
        task: 'expire-upload',
        list: async () => {
          const { rowCount } = await execute(`select from postponed_items
            where next_try_at > '${new Date(begun + minutes * 60_000).toISOString()}'`)
          return ids.slice(rowCount ?? 0)
        },
        limit: 1,
        idOf: (id) => id,
        work: async (id) => {
          if (id === 'poisoned') triedAt.push(minutes)
          if (id === 'poisoned') throw new Error('poisoned')
        },
      },
    )
  expect(triedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 127])
})
