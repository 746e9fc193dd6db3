import { findCourse } from '../../../db/queries/learning/courses/courses.ts'
import {
  type InvitationRow,
  type ListedInvitation,
  listInvitations,
} from '../../../db/queries/learning/invitations.ts'
import type { ActorDeps, Deps } from '../../context.ts'
import { startOf, toPage } from '../../lib/lists/pagination.ts'
import { findChosenCohort } from '../courses/find-chosen-cohort.ts'
import { requireChosenCourse } from '../courses/find-chosen-course.ts'
import type {
  Invitation,
  InvitationChoice,
  InvitationList,
  ListInvitationsInput,
} from './schema.ts'
import { repeatInvitation, withdrawInvitation } from './withdraw-invitation.ts'

export async function listDeskInvitations(
  ctx: Deps,
  { course: idOrSlug, cohort: chosen, email, ...page }: ListInvitationsInput,
): Promise<InvitationList> {
  const course = idOrSlug === undefined ? undefined : await requireChosenCourse(ctx, idOrSlug)
  const cohort = chosen === undefined ? undefined : await findChosenCohort(ctx, chosen)
  const rows = await listInvitations(ctx.db, {
    filter: { courseId: course?.id, cohortId: cohort?.id, email },
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, toInvitation)
}

export async function withdrawAtDesk(
  ctx: ActorDeps,
  { invitationId }: InvitationChoice,
): Promise<Invitation> {
  return describe(ctx, await withdrawInvitation(ctx, invitationId))
}

export async function repeatAtDesk(
  ctx: ActorDeps,
  { invitationId }: InvitationChoice,
): Promise<Invitation> {
  return describe(ctx, await repeatInvitation(ctx, invitationId))
}

async function describe(ctx: Deps, invitation: InvitationRow): Promise<Invitation> {
  const { courseId } = invitation
  const course = courseId === null ? undefined : await findCourse(ctx.db, { id: courseId })
  return toInvitation({ ...invitation, courseTitle: course?.title ?? null })
}

function toInvitation(row: ListedInvitation): Invitation {
  const { id, email, courseId, courseTitle, cohortId, endsAt, createdAt, expiresAt } = row
  return {
    id,
    email,
    courseId,
    courseTitle,
    cohortId,
    endsAt: endsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
