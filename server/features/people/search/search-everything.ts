import { listMembershipsOf } from '../../../../db/queries/authoring/members.ts'
import { findCourses } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findCertificates } from '../../../../db/queries/learning/certificates.ts'
import { findCohorts, type TaughtCourse } from '../../../../db/queries/learning/cohorts.ts'
import { findTaughtLearners } from '../../../../db/queries/learning/enrollments/find-learners.ts'
import { findInvitations } from '../../../../db/queries/learning/invitations.ts'
import { findIdsByWords } from '../../../../db/queries/people/users/find-users.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { Email } from '../../../../lib/email.ts'
import { isId } from '../../../../lib/ids.ts'
import { wordsToSpell } from '../../../../lib/typed-text/typed-text.ts'
import type { UserContext } from '../../../context.ts'
import { type Ability, rolesWith } from '../../../security/course-roles.ts'
import { type AdminPermission, hasPermission } from '../../../security/permissions.ts'
import { formatCode, readCode } from '../../learning/certificates/code/code.ts'
import { listAdminTransactions, listPurchasesOf } from '../../shop/transactions/admin/list.ts'
import { searchUsers } from '../users/list-users.ts'
import type { FoundThing, FoundThings, SearchEverythingInput } from './schema.ts'

type Kind = FoundThing['kind']
type Found = Omit<FoundThing, 'kind' | 'at'> & { at: Date }

/** What is looked for, in every form in which it can be meant. */
interface Search {
  q: string | undefined
  words: string[][]
  id: string | undefined
  limit: number
  courseId: string | undefined
}

type Finder = (ctx: UserContext, search: Search) => Promise<Found[]>

/** The kinds in the order of the answer, each with the permission for all of it. */
const kinds: Record<Kind, { permission: AdminPermission; all: Finder; own?: Finder }> = {
  account: { permission: 'users:read', all: findAccounts, own: findOwnLearners },
  invitation: { permission: 'enrollments:read', all: findInvited },
  purchase: { permission: 'money:read', all: findPurchases },
  certificate: { permission: 'certificates:read', all: findIssued },
  course: { permission: 'courses:own', all: findAnyCourse, own: findOwnCourses },
  cohort: { permission: 'enrollments:read', all: findAnyCohort, own: findOwnCohorts },
}

/** Searches each kind as far as the caller may read it. */
export async function searchEverything(
  ctx: UserContext,
  { q, kind, courseId, limit }: SearchEverythingInput,
): Promise<FoundThings> {
  const id = q !== undefined && isId(q) ? q.toLowerCase() : undefined
  const words = q === undefined ? [] : wordsToSpell(Email.safeParse(q).data ?? q)
  const search = { q, words, id, limit, courseId }
  const wanted = (Object.keys(kinds) as Kind[]).filter(
    (one) => one === (kind ?? one) && (courseId === undefined || isOfCourses(one)),
  )
  const found = await Promise.all(
    wanted.map(async (kind) => {
      const { permission, all, own } = kinds[kind]
      const mayReadAll = courseId === undefined && hasPermission(ctx, permission)
      const rows = (await (mayReadAll ? all : own)?.(ctx, search)) ?? []
      return rows.map(({ at, ...thing }) => ({ kind, ...thing, at: at.toISOString() }))
    }),
  )
  return { items: found.flat() }
}

const isOfCourses = (kind: Kind) => kind === 'account' || kind === 'cohort'

const nothingElse = { key: null, about: null, status: null, courseId: null }

async function findAccounts(ctx: UserContext, { id, q, limit }: Search): Promise<Found[]> {
  const user = id && (await findUser(ctx.db, id))
  const page = { after: undefined, limit }
  const rows =
    id === undefined ? (await searchUsers(ctx, { q, sort: 'newest' }, page)).rows : [user || []]
  return rows.flat().map(({ id, name, email, suspendedAt, emailVerifiedAt, createdAt }) => ({
    ...{ ...nothingElse, id, name, key: email, at: createdAt },
    status: suspendedAt ? 'suspended' : emailVerifiedAt ? 'verified' : 'unverified',
  }))
}

/** How many accounts with the words in their email or name are looked at, among their learners. */
const namedAtMost = 3_000

async function findOwnLearners(ctx: UserContext, search: Search): Promise<Found[]> {
  const taught = await listTaught(ctx, search)
  if (taught.length === 0) return []
  const named = await findIdsByWords(ctx.db, search.words, namedAtMost)
  const rows = await findTaughtLearners(ctx.db, { ...search, taught, named })
  return rows.map(({ id, name, courseId, enrolledAt }) => ({
    ...{ ...nothingElse, id, name, courseId, at: enrolledAt },
  }))
}

/** How many of somebody's courses are searched. */
const coursesAtMost = 200

/** Lists whose learners the caller works with, or may name: in this course, or in any of theirs. */
async function listTaught(
  ctx: UserContext,
  { courseId }: Search,
  ability: Ability = 'readLearners',
): Promise<TaughtCourse[]> {
  if (courseId !== undefined && hasPermission(ctx, 'enrollments:read'))
    return [{ courseId, cohortIds: null }]
  // Graders see all names in the gradebook of a course, and open none of their pages.
  const roles = rolesWith(courseId === undefined ? ability : 'readGrades')
  const page = { userId: ctx.user.id, after: undefined, limit: coursesAtMost }
  return (await listMembershipsOf(ctx.db, page)).filter(
    (one) => roles.includes(one.role) && one.courseId === (courseId ?? one.courseId),
  )
}

async function findInvited({ db }: UserContext, search: Search): Promise<Found[]> {
  const rows = await findInvitations(db, search)
  return rows.map(({ id, email, courseTitle, createdAt }) => ({
    ...{ ...nothingElse, id, name: email, about: courseTitle, at: createdAt },
  }))
}

/** How many accounts with these words are asked for their purchases. */
const buyersAtMost = 20

/** Finds those that something names exactly, or else those of the accounts that it finds. */
async function findPurchases(ctx: UserContext, { q, limit }: Search): Promise<Found[]> {
  let { items } = await listAdminTransactions(ctx, { q, period: 'created', limit })
  if (items.length === 0 && q !== undefined) {
    const page = { after: undefined, limit: buyersAtMost }
    const { rows } = await searchUsers(ctx, { q, sort: 'newest' }, page)
    items = await listPurchasesOf(ctx, { userIds: rows.map(({ id }) => id), limit })
  }
  return items.map(({ id, buyer, receiptNumber: key, status, createdAt }) => ({
    ...{ ...nothingElse, id, name: buyer?.name ?? '', key, status, at: new Date(createdAt) },
  }))
}

async function findIssued({ db }: UserContext, { q, ...search }: Search): Promise<Found[]> {
  // Also reads the address of a page that verifies it.
  const typed = q === undefined ? undefined : readCode(q.replace(/^.*\//, ''))
  const code = typed?.kind === 'code' ? typed.code : undefined
  const rows = await findCertificates(db, { ...search, code })
  return rows.map(({ id, learnerName, courseTitle, status, issuedAt, ...row }) => ({
    ...{ ...nothingElse, id, name: learnerName, about: courseTitle, status, at: issuedAt },
    key: formatCode(row.code),
  }))
}

function findAnyCourse(ctx: UserContext, search: Search): Promise<Found[]> {
  return findTheseCourses(ctx, search, 'all')
}

function findOwnCourses(ctx: UserContext, search: Search): Promise<Found[]> {
  const isStaff = (['reports:read', 'money:read'] as const).some((it) => hasPermission(ctx, it))
  return findTheseCourses(ctx, search, isStaff ? 'ever published' : 'published')
}

async function findTheseCourses(
  ctx: UserContext,
  search: Search,
  others: Parameters<typeof findCourses>[1]['others'],
): Promise<Found[]> {
  const rows = await findCourses(ctx.db, { ...search, readerId: ctx.user.id, others })
  return rows.map(({ id, title, slug, status, role, createdAt }) => ({
    ...{ ...nothingElse, id, name: title, key: slug, status, at: createdAt },
    courseId: role !== null || others === 'all' ? id : null,
  }))
}

async function findAnyCohort(
  { db }: UserContext,
  search: Search & { taught?: TaughtCourse[] },
): Promise<Found[]> {
  const rows = await findCohorts(db, search)
  return rows.map(({ createdAt, ...cohort }) => ({ ...nothingElse, ...cohort, at: createdAt }))
}

async function findOwnCohorts(ctx: UserContext, search: Search): Promise<Found[]> {
  return findAnyCohort(ctx, { ...search, taught: await listTaught(ctx, search, 'readGrades') })
}
