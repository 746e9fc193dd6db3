import {
  findIdsOfCodes,
  findReissue,
  insertReissue,
  type ReissueRow,
} from '../../../../db/queries/learning/certificate-reissues.ts'
import { newId } from '../../../../lib/ids.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'
import { ownLearnerOf } from '../../platform/admin/refuse-own.ts'
import { readCode } from '../certificates/code/code.ts'
import { reissueForAWhile } from './run-reissue.ts'
import type { CertificateReissue, ReissueInput, ReissueManyInput } from './schema.ts'

/** How long to wait for a small one; of a large one the answer tells the progress. */
const waitMilliseconds = 2_000

/**
 * Replaces all certificates of a course, or chosen ones, or says what that would do: both judge
 * each certificate by the same code. Repeating it replaces nothing twice.
 * @throws CourseNotFound, InvalidFields
 */
export async function reissueMany(
  ctx: ActorDeps,
  { courseId, codes, reason, dryRun }: ReissueManyInput,
): Promise<CertificateReissue> {
  const course = courseId === undefined ? undefined : await requireAnyCourse(ctx, courseId)
  const certificateIds = codes === undefined ? null : await idsOf(ctx, codes)
  const reissue = await inTransaction(ctx, async (ctx) => {
    const row = await insertReissue(ctx.db, {
      id: newId(),
      courseId: course?.id ?? null,
      certificateIds,
      reason,
      dryRun,
      requestedBy: ctx.user?.id ?? null,
      leaves: ownLearnerOf(ctx) ?? null,
      createdAt: ctx.now(),
    })
    const details = { reissueId: row.id, ...(course && { courseId: course.id }) }
    if (!dryRun)
      await recordEvent(ctx, 'certificates-reissued', {
        userId: ctx.user?.id ?? null,
        details,
        reason,
      })
    await ctx.jobs.enqueue(ctx.db, 'reissue-certificates', { reissueId: row.id })
    return row
  })
  await reissueForAWhile(ctx, reissue.id, waitMilliseconds)
  return showReissue((await findReissue(ctx.db, reissue.id)) ?? reissue)
}

async function idsOf({ db }: Pick<Deps, 'db'>, codes: readonly string[]): Promise<string[]> {
  const read = codes.map((typed) => readCode(typed))
  const found = await findIdsOfCodes(
    db,
    read.flatMap((one) => (one.kind === 'code' ? one.code : [])),
  )
  const known = new Map(found.map(({ id, code }) => [code, id]))
  const issues = read.flatMap((one, place) => {
    if (one.kind === 'code' && known.has(one.code)) return []
    const message = one.kind === 'mistyped' ? 'is mistyped' : 'is the code of no certificate'
    return [{ path: `codes.${place}`, message }]
  })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues: issues.slice(0, 20) })
  return [...new Set(known.values())].sort()
}

/** @throws ReissueNotFound */
export async function getReissue(
  { db }: Pick<Deps, 'db'>,
  { reissueId }: ReissueInput,
): Promise<CertificateReissue> {
  const reissue = await findReissue(db, reissueId)
  if (reissue === undefined) throw new AppError('ReissueNotFound')
  return showReissue(reissue)
}

function showReissue({
  certificateIds: _ids,
  after: _after,
  requestedBy: _requester,
  leaves: _learner,
  ...reissue
}: ReissueRow): CertificateReissue {
  return withIsoDates(reissue)
}
