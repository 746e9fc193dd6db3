import {
  type CourseWorkKind,
  countCourseWork,
  countedAtMost,
  countSchoolWork,
  findLatestDrafts,
  type SchoolWorkKind,
  type WaitingWork,
} from '../../../../db/queries/maintenance/operators/work.ts'
import { firstIdAt } from '../../../../lib/ids.ts'
import type { UserContext } from '../../../context.ts'
import {
  type Ability,
  isForCohorts,
  ownsEveryCourse,
  rolesWith,
} from '../../../security/course-roles.ts'
import { type AdminPermission, hasPermission } from '../../../security/permissions.ts'
import { countErrors } from '../../authoring/drafts/list-problems.ts'
import type { WorkItem, WorkKind, WorkList } from './schema.ts'

const dayMilliseconds = 86_400_000
/** Jobs are read whole to be counted, so fewer of them are. */
const jobsCountedAtMost = 100

/** The ability for which work in a course is somebody's. */
const ofCourses = {
  toGrade: 'grade',
  toReview: 'review',
  toAnswer: 'answer',
  reported: 'answer',
  stopped: 'teach',
  extensionsEnding: 'extend',
  flaws: 'write',
} as const satisfies Record<CourseWorkKind, Ability>

/** The permission for which work of the school is somebody's. */
const ofSchool = {
  disputes: 'refunds:write',
  mailsFailed: 'work:read',
  jobsFailed: 'work:read',
  webhooksFailing: 'webhooks:write',
  invitationsEnding: 'enrollments:write',
} as const satisfies Record<SchoolWorkKind | 'jobsFailed', AdminPermission>

const kindsIn = <Kind extends string>(table: Record<Kind, unknown>) => Object.keys(table) as Kind[]

/** Lists what waits for the caller by their roles, without what waits for nobody. */
export async function listWork(ctx: UserContext): Promise<WorkList> {
  const found = await Promise.all([
    draftsWithProblems(ctx),
    ...kindsIn(ofCourses).map((kind) => workInCourses(ctx, kind)),
    ...kindsIn(ofSchool)
      .filter((kind) => hasPermission(ctx, ofSchool[kind]))
      .map((kind) => workOfSchool(ctx, kind)),
  ])
  return { items: found.flat().filter(({ count }) => count > 0) }
}

/** Looks at the drafts that were changed last: they are what somebody is writing. */
async function draftsWithProblems(ctx: UserContext): Promise<WorkItem[]> {
  const roles = rolesWith('write')
  const drafts = await findLatestDrafts(ctx.db, { userId: ctx.user.id, roles })
  const items: WorkItem[] = []
  for (const { courseId: id, title } of drafts) {
    const count = await countErrors(ctx, id)
    items.push(toItem('draftProblems', { count, since: null }, { id, title }))
  }
  return items
}

async function workInCourses(ctx: UserContext, kind: CourseWorkKind): Promise<WorkItem[]> {
  const { db, user, now } = ctx
  const ability = ofCourses[kind]
  const counted = await countCourseWork(db, kind, {
    userId: user.id,
    ownsAll: ownsEveryCourse(user),
    roles: rolesWith(ability),
    isForCohorts: isForCohorts(ability),
    now: now(),
  })
  return counted.map(({ courseId: id, title, ...work }) => toItem(kind, work, { id, title }))
}

async function workOfSchool(ctx: UserContext, kind: keyof typeof ofSchool): Promise<WorkItem[]> {
  if (kind === 'jobsFailed') {
    const filter = { status: 'failed', after: undefined, limit: jobsCountedAtMost + 1 } as const
    const jobs = await ctx.jobs.list(ctx.db, filter)
    const since = jobs.at(-1)?.createdAt ?? null
    return [toItem(kind, { count: jobs.length, since }, null, jobsCountedAtMost)]
  }
  const now = ctx.now()
  const mailsSince = firstIdAt(new Date(now.getTime() - 7 * dayMilliseconds))
  return [toItem(kind, await countSchoolWork(ctx.db, kind, { now, mailsSince }), null)]
}

function toItem(
  kind: WorkKind,
  { count, since }: WaitingWork,
  course: WorkItem['course'],
  most = countedAtMost,
): WorkItem {
  return {
    kind,
    course,
    count: Math.min(count, most),
    hasMore: count > most,
    since: since?.toISOString() ?? null,
  }
}
