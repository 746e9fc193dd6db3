import { termsOf } from '../../../../content/course-fields.ts'
import type { CourseRules } from '../../../../content/course-rules.ts'
import { insertCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePrintable } from '../../platform/branding/course-branding.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { beginDraft } from '../drafts/change-draft.ts'
import { findMemberToBe, makeMember } from '../members/add-member.ts'
import { getAuthoredCourse } from './get-authored-course.ts'
import type { AuthoredCourse, NewCourseInput } from './schema.ts'

export interface NewCourse extends Omit<NewCourseInput, 'kind'> {
  /** Default: a course. */
  kind?: NewCourseInput['kind'] | undefined
  /** Default: over HTTP. */
  managedBy?: CourseRules['managedBy']
}

/**
 * Creates a course with an empty draft, once per Idempotency-Key.
 * @throws SlugTaken, UserNotFound, InvalidFields
 */
export function createCourseOnce(ctx: UserContext, input: NewCourseInput): Promise<AuthoredCourse> {
  return performOnce(ctx, {
    input,
    prepare: () => requirePrintable(ctx, input),
    effect: async (ctx) => {
      const { id } = await createCourse(ctx, input)
      return getAuthoredCourse(ctx, { courseId: id })
    },
  })
}

/**
 * Creates a course with an empty draft. Its owner is the named user, or else the caller; on the
 * command line nobody.
 * @throws SlugTaken, UserNotFound
 */
export async function createCourse(
  ctx: ActorDeps,
  { slug, kind = 'course', price, ownerEmail, managedBy = 'http', ...terms }: NewCourse,
): Promise<{ id: string }> {
  const owner =
    ownerEmail !== undefined
      ? await findMemberToBe(ctx, ownerEmail)
      : ctx.user && (await findUser(ctx.db, ctx.user.id))

  return inTransaction(ctx, async (ctx) => {
    const id = newId()
    const isNew = await insertCourse(ctx.db, {
      id,
      slug,
      kind,
      status: 'draft',
      priceAmount: price.amount,
      priceCurrency: price.currency,
      managedBy,
      createdAt: ctx.now(),
    })
    if (!isNew) throw new AppError('SlugTaken')

    await beginDraft(ctx, { courseId: id, terms: termsOf(terms) })
    await recordHistory(ctx, 'course-created', { courseId: id, details: { slug } })
    if (owner !== undefined) await makeMember(ctx, { courseId: id, user: owner, role: 'owner' })
    return { id }
  })
}
