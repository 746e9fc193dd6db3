import { listCommentsBy } from '../../../../db/queries/authoring/comments.ts'
import { listMembershipsOf } from '../../../../db/queries/authoring/members.ts'
import { listAnnouncementsBy } from '../../../../db/queries/learning/announcements.ts'
import { listEnrollmentsOf } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { listEvidenceOf } from '../../../../db/queries/learning/evidence.ts'
import { listExtensionsOf } from '../../../../db/queries/learning/extensions.ts'
import { listReportsOf } from '../../../../db/queries/learning/flaws.ts'
import { listNotesOf } from '../../../../db/queries/learning/notes.ts'
import { listProgressOf } from '../../../../db/queries/learning/progress/progress.ts'
import { readRanges } from '../../../../db/queries/learning/progress/second-ranges.ts'
import { listOpeningsOf } from '../../../../db/queries/learning/progress/watching.ts'
import { listPostReportsBy, listPostsBy } from '../../../../db/queries/learning/threads.ts'
import { listIdentitiesAfter } from '../../../../db/queries/people/identities.ts'
import { listSecondFactors } from '../../../../db/queries/people/second-factors.ts'
import type { AuditEventRow } from '../../../../db/queries/platform/audit.ts'
import { listNotificationsAfter } from '../../../../db/queries/platform/notifications.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import { type PageRequest, withIsoDates } from '../../../../lib/schema.ts'
import type { SessionContext } from '../../../context.ts'
import { auditEvents } from '../../../security/audit.ts'
import { exportAttempts } from '../../assessment/submissions/export-attempts.ts'
import { listOwnComments } from '../../assessment/submissions/grading-comments.ts'
import { formatCode } from '../../learning/certificates/code/code.ts'
import { listCertificatesOf } from '../../learning/certificates/list-certificates.ts'
import { writeFile } from '../../learning/evidence/write-evidence.ts'
import { toNotification } from '../../platform/notifications/read-notifications.ts'
import { listMyTransactions } from '../../shop/transactions/read-transactions.ts'
import { listAuditAbout } from '../accounts/list-audit.ts'
import { describeFactor } from '../second-factors/second-factors.ts'
import type { ExportedList } from './export-cursor.ts'
import type { AccountExport } from './export-schema.ts'
import { findMe } from './me.ts'
import { listMySessions } from './sessions.ts'

type ReadPage<List extends ExportedList> = (
  ctx: SessionContext,
  page: PageRequest,
) => Promise<{ items: AccountExport[List]; nextCursor: string | null }>

/** Reads each list by pages, which are shorter for purchases: one can have a hundred lines. */
export const exportLists: {
  [List in ExportedList]: { limit: number; read: ReadPage<List> }
} = {
  identities: { limit: 100, read: exportIdentities },
  // Reads all, because an account has few.
  secondFactors: {
    limit: 100,
    read: async (ctx) => {
      const rows = await listSecondFactors(ctx.db, ctx.user.id)
      return { items: rows.map(describeFactor), nextCursor: null }
    },
  },
  sessions: { limit: 100, read: listMySessions },
  enrollments: { limit: 500, read: exportEnrollments },
  progress: { limit: 1_000, read: exportProgress },
  openings: { limit: 1_000, read: exportOpenings },
  extensions: { limit: 500, read: exportExtensions },
  attempts: { limit: 20, read: exportAttempts },
  transactions: { limit: 100, read: listMyTransactions },
  certificates: {
    limit: 100,
    read: (ctx, page) => listCertificatesOf(ctx, { userId: ctx.user.id, ...page }),
  },
  // Reads few: a file of evidence may have hundreds of kilobytes.
  evidence: {
    limit: 5,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listEvidenceOf(ctx.db, range), page.limit, (row) => ({
        verificationCode: formatCode(row.code),
        file: writeFile(row, 'whole'),
      }))
    },
  },
  memberships: { limit: 500, read: exportMemberships },
  announcements: { limit: 100, read: exportAnnouncements },
  draftComments: {
    limit: 500,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listCommentsBy(ctx.db, range), page.limit, withIsoDates)
    },
  },
  notifications: {
    limit: 200,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listNotificationsAfter(ctx.db, range), page.limit, toNotification)
    },
  },
  flawReports: {
    limit: 500,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listReportsOf(ctx.db, range), page.limit, withIsoDates)
    },
  },
  notes: {
    limit: 500,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listNotesOf(ctx.db, range), page.limit, withIsoDates)
    },
  },
  lessonQuestions: {
    limit: 100,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listPostsBy(ctx.db, range), page.limit, withIsoDates)
    },
  },
  reportedPosts: {
    limit: 500,
    read: async (ctx, page) => {
      const range = { ...rangeOf(ctx, page), after: startOf(page) }
      return toPage(await listPostReportsBy(ctx.db, range), page.limit, withIsoDates)
    },
  },
  gradingComments: { limit: 100, read: listOwnComments },
  events: { limit: 1_000, read: exportEvents },
}

async function exportIdentities(ctx: SessionContext, page: PageRequest) {
  const rows = await listIdentitiesAfter(ctx.db, { ...rangeOf(ctx, page), after: startOf(page) })
  return toPage(rows, page.limit, ({ provider, issuer, subject, email, createdAt }) =>
    withIsoDates({ provider, issuer, subject, email, linkedAt: createdAt }),
  )
}

async function exportEnrollments(ctx: SessionContext, page: PageRequest) {
  const rows = await listEnrollmentsOf(ctx.db, { ...rangeOf(ctx, page), after: startOf(page) })
  return toPage(
    rows.map((row) => ({ ...row, id: row.courseId })),
    page.limit,
    ({ courseId, courseTitle, courseVersion, status, source, ...at }) => {
      const { enrolledAt, completedAt, lastActivityAt, leftAt, endsAt, renewingSince } = at
      const course = { courseId, courseTitle, courseVersion, status, source }
      return withIsoDates({
        ...course,
        ...{ enrolledAt, completedAt, lastActivityAt, leftAt, endsAt, renewingSince },
        endsOn: lastDayBefore(endsAt, ctx.config.timeZone),
      })
    },
  )
}

async function exportMemberships(ctx: SessionContext, page: PageRequest) {
  const rows = await listMembershipsOf(ctx.db, { ...rangeOf(ctx, page), after: startOf(page) })
  return toPage(
    rows.map((row) => ({ ...row, id: row.courseId })),
    page.limit,
    ({ courseId, slug, role, cohortIds, addedAt, shownSince }) =>
      withIsoDates({ courseId, slug, role, cohortIds, addedAt, shownSince }),
  )
}

async function exportAnnouncements(ctx: SessionContext, page: PageRequest) {
  const rows = await listAnnouncementsBy(ctx.db, { ...rangeOf(ctx, page), after: startOf(page) })
  return toPage(rows, page.limit, ({ id, courseId, text, audience, createdAt }) => ({
    ...{ id, courseId, text, audience },
    postedAt: createdAt.toISOString(),
  }))
}

async function exportProgress(ctx: SessionContext, page: PageRequest) {
  const rows = await listProgressOf(ctx.db, { ...rangeOf(ctx, page), after: lessonBefore(page) })
  return toPage(
    rows.map(withLessonAsId),
    page.limit,
    ({ id: _, userId: __, watched, ...progress }) =>
      withIsoDates({ ...progress, watched: watched === null ? null : readRanges(watched) }),
  )
}

async function exportExtensions(ctx: SessionContext, page: PageRequest) {
  const rows = await listExtensionsOf(ctx.db, { ...rangeOf(ctx, page), after: lessonBefore(page) })
  return toPage(
    rows.map(withLessonAsId),
    page.limit,
    ({ courseId, lessonKey, dueOn, reason, grantedAt }) =>
      withIsoDates({ courseId, lessonKey: lessonKey || null, dueOn, reason, grantedAt }),
  )
}

async function exportOpenings(ctx: SessionContext, page: PageRequest) {
  const rows = await listOpeningsOf(ctx.db, { ...rangeOf(ctx, page), after: lessonBefore(page) })
  return toPage(rows.map(withLessonAsId), page.limit, ({ courseId, lessonKey, openedAt }) =>
    withIsoDates({ courseId, lessonKey, openedAt }),
  )
}

/** Returns a range of the user's rows, one more than the page holds. */
function rangeOf({ user }: SessionContext, page: PageRequest) {
  return { userId: user.id, limit: page.limit + 1 }
}

/** Returns the lesson before a page of what belongs to lessons. */
function lessonBefore(page: PageRequest): { courseId: string; lessonKey: string } | undefined {
  const [courseId = '', ...key] = startOf(page)?.split(' ') ?? []
  return courseId === '' ? undefined : { courseId, lessonKey: key.join(' ') }
}

function withLessonAsId<Row extends { courseId: string; lessonKey: string }>(row: Row) {
  return { ...row, id: `${row.courseId} ${row.lessonKey}` }
}

async function exportEvents(ctx: SessionContext, page: PageRequest) {
  const user = await findMe(ctx)
  const { id } = user
  const rows = await listAuditAbout(ctx, user, page)
  return toPage(rows, page.limit, (row) => ({
    at: row.at.toISOString(),
    event: row.event,
    ip: isOwnRequest(row, id) ? row.ip : null,
    details: row.details,
  }))
}

/**
 * Whether the user made the request. Whoever guesses a password, asks for a code or registers the
 * email may be somebody else, whose IP is not the user's data.
 */
function isOwnRequest({ event, actor }: AuditEventRow, userId: string): boolean {
  if (actor === `user:${userId}`) return true
  if (actor !== 'anyone' || event === 'account-registered') return false
  return !Object.entries(auditEvents).some(([name, kind]) => name === event && 'bounded' in kind)
}
