import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type InvitationRow,
  type ListedInvitation,
  listInvitations,
} from '../../../../db/queries/learning/invitations.ts'
import { findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import { findMail } from '../../../../db/queries/platform/mails.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { ActorDeps, Context, Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'
import { createInvitation } from './create-invitation.ts'
import type {
  CreateInvitationInput,
  Invitation,
  InvitationInput,
  InvitationList,
  ListInvitationsInput,
} from './schema.ts'
import { resendInvitation, withdrawInvitation } from './withdraw-invitation.ts'

export async function listAdminInvitations(
  ctx: Deps,
  { course: idOrSlug, cohort: chosen, email, ...page }: ListInvitationsInput,
): Promise<InvitationList> {
  const course = idOrSlug === undefined ? undefined : await requireAnyCourse(ctx, idOrSlug)
  const cohort = chosen === undefined ? undefined : await requireChosenCohort(ctx, chosen)
  const rows = await listInvitations(ctx.db, {
    filter: { courseId: course?.id, cohortId: cohort?.id, email },
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, (row) => toInvitation(ctx, row))
}

/**
 * Invites somebody to register.
 *
 * @throws DuplicateEmail
 */
export async function createAsAdmin(
  ctx: ActorDeps & Pick<Context, 'outcome'>,
  { email, language }: CreateInvitationInput,
): Promise<Invitation> {
  if ((await findUserByEmail(ctx.db, email)) !== undefined)
    throw new AppError('DuplicateEmail', { message: 'This email has an account already.' })
  const { outcome, invitation } = await createInvitation(ctx, { email, locale: language })
  ctx.outcome.created = outcome === 'invited'
  return describe(ctx, invitation)
}

export async function withdrawAsAdmin(
  ctx: ActorDeps,
  { invitationId }: InvitationInput,
): Promise<Invitation> {
  return describe(ctx, await withdrawInvitation(ctx, invitationId))
}

export async function resendAsAdmin(
  ctx: ActorDeps,
  { invitationId }: InvitationInput,
): Promise<Invitation> {
  return describe(ctx, await resendInvitation(ctx, invitationId))
}

async function describe(ctx: Deps, invitation: InvitationRow): Promise<Invitation> {
  const { courseId } = invitation
  const course = courseId === null ? undefined : await findCourse(ctx.db, { id: courseId })
  const mail = invitation.mailId === null ? undefined : await findMail(ctx.db, invitation.mailId)
  return toInvitation(ctx, {
    ...invitation,
    courseTitle: course?.title ?? null,
    mail: mail ?? null,
  })
}

function toInvitation({ config }: Pick<Deps, 'config'>, row: ListedInvitation): Invitation {
  const { id, email, courseId, courseTitle, cohortId, endsAt, createdAt, expiresAt } = row
  const endsOn = lastDayBefore(endsAt, config.timeZone)
  const place = { courseId, courseTitle, cohortId, endsAt, endsOn }
  const { mail } = row
  return {
    ...withIsoDates({ id, email, ...place, createdAt, expiresAt }),
    mail:
      mail === null
        ? null
        : { status: mail.status, failure: mail.failure, createdAt: mail.createdAt.toISOString() },
  }
}
