import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { certificates } from '../../../../db/schema/learning/certificates.ts'
import { users } from '../../../../db/schema/people/users.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenAssignment, handIn } from '../../assessment/test-support.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { formatCode } from './code/code.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const reason = 'They asked for it'

const does = fc.constantFrom(
  ...(['profile', 'certificate name', 'desk', 'look', 'revoked', 'reset', 'renewal'] as const),
)
const step = fc.oneof(does, fc.integer({ min: 50, max: 100 }))

/** Returns all facts of the row except name, look and what identifies this certificate. */
function factsOf(row: CertificateRow) {
  const { id, code, supersedes, statusIndex, credential, issuedAt, userId, ...rest } = row
  const { learnerName, nameIsGuess, issuer, branding, status, supersededAt, ...facts } = rest
  return facts
}

async function given() {
  const terms = { grade: 'printed', validFor: 2 } as const
  const { learner, courseId, lessonId } = await givenAssignment(api, { passPercent: 50 }, terms)
  const [asLearner, asAdmin] = [api.as(learner), api.as(admin)]
  let submissionId: string | undefined
  let replaces = 0
  const grade = async (points: number) => {
    submissionId ??= (await handIn(api, learner, lessonId)).body.id as string
    await asAdmin.submissions.grade.mutate({ courseId, submissionId, points, replaces })
    replaces += 1
  }
  const chain = () =>
    api.deps.db
      .select()
      .from(certificates)
      .where(eq(certificates.courseId, courseId))
      .orderBy(asc(certificates.id))
  const code = async () => formatCode((await chain()).at(-1)?.code ?? '')
  const replace = async () => asAdmin.certificates.adminReissue.mutate({ code: await code() })
  const replaceOwn = async () => asLearner.certificates.reissue.mutate({ code: await code() })
  const name = () => `Ada ${crypto.randomUUID()}`
  const begun = async (act: () => Promise<unknown>) => {
    await act()
    submissionId = undefined
    replaces = 0
  }
  const causes = {
    profile: async () => {
      await asLearner.me.update.mutate({ name: name(), certificateName: null })
      await replaceOwn()
    },
    'certificate name': async () => {
      await asLearner.me.update.mutate({ certificateName: name() })
      await replaceOwn()
    },
    desk: async () => {
      await asAdmin.admin.users.rename.mutate({ userId: learner.id, name: name() })
      await replace()
    },
    look: replace,
    revoked: async () => {
      await asAdmin.certificates.adminRevoke.mutate({ code: await code(), reason })
      await asAdmin.certificates.adminReinstate.mutate({ code: await code(), reason })
    },
    reset: () =>
      begun(() =>
        asAdmin.admin.enrollments.resetProgress.mutate({ userId: learner.id, courseId, reason }),
      ),
    renewal: () => begun(() => asLearner.me.renewCourse.mutate({ courseId })),
  }
  const erase = () => api.deps.db.delete(users).where(eq(users.id, learner.id))
  return { grade, chain, replace, causes, erase }
}

test('a replacement that is no renewal says the same as the certificate before, or a better grade', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.boolean(), async (steps, isErased) => {
      const { grade, chain, replace, causes, erase } = await given()
      await grade(80)
      for (const step of steps) await (typeof step === 'number' ? grade(step) : causes[step]())
      if (isErased) await erase()
      await replace()

      for (const [index, row] of (await chain()).entries()) {
        const before = (await chain())[index - 1]
        if (before === undefined || before.completedAt < row.completedAt) continue
        expect(row.grade).toBeGreaterThanOrEqual(before.grade ?? 0)
        expect(factsOf(row)).toEqual({ ...factsOf(before), grade: row.grade })
      }
    }),
    {
      ...propertyRuns(6),
      examples: [
        [['reset', 95], false],
        [['renewal', 'desk'], false],
        [[60], true],
      ],
    },
  )
  expect((await checkData(api.deps)).filter(({ state }) => state !== 'ok')).toEqual([])
})
