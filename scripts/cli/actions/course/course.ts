import type { Db } from '../../../../db/client.ts'
import { listMembers } from '../../../../db/queries/authoring/members.ts'
import {
  type AuthoredCourseRow,
  findAuthoredCourse,
  findCourseId,
  listEveryAuthoredCourse,
} from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { CourseTerms } from '../../../../db/queries/courses/courses/course-terms.ts'
import { listVersions } from '../../../../db/queries/courses/courses/versions.ts'
import { measureCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { fieldsError } from '../../../../server/errors/problem.ts'
import { createCourse as createEmptyCourse } from '../../../../server/features/authoring/authoring/create-course.ts'
import { CreateCourseInput } from '../../../../server/features/authoring/authoring/schema.ts'
import { requirePrintable } from '../../../../server/features/base/branding/course-branding.ts'
import {
  archiveCourse,
  unarchiveCourse,
} from '../../../../server/features/courses/courses/archive-course.ts'
import { termNames, termsOf } from '../../../../server/features/courses/courses/course-fields.ts'
import { isId } from '../../../../server/lib/ids.ts'
import { formatMoney } from '../../../../server/lib/money.ts'
import { allPages } from '../../all-pages.ts'
import { ConflictError } from '../../command-errors.ts'
import { type CommandResult, printable } from '../../output.ts'
import { listOf } from '../../results.ts'
import { table } from '../../table.ts'
import { withDeps } from '../../with-deps.ts'

/** A course of any status, published or not, by its id or slug. */
export async function findNamedCourse(db: Db, idOrSlug: string): Promise<AuthoredCourseRow> {
  const courseId = isId(idOrSlug) ? idOrSlug : await findCourseId(db, idOrSlug)
  const course =
    courseId === undefined ? undefined : await findAuthoredCourse(db, { courseId, readerId: null })
  if (course === undefined) throw new AppError('CourseNotFound')
  return course
}

export interface CreateOptions {
  title: string
  summary: string
  language: string
  price: string
  currency: string
  license?: string
  source?: string
  owner?: string
}

export async function createCourse(slug: string, options: CreateOptions): Promise<CommandResult> {
  const { title, summary, language, price, currency, license, source, owner } = options
  const typed = {
    slug,
    title,
    summary,
    language,
    license,
    source,
    price: { amount: Number(price), currency },
    ownerEmail: owner,
  }
  const { data: input, error } = CreateCourseInput.safeParse(typed)
  if (error !== undefined) throw fieldsError(error, typed)
  const course = await withDeps(async (deps) => {
    await requirePrintable(deps, input)
    const { id } = await createEmptyCourse(deps, input)
    return findNamedCourse(deps.db, id)
  })
  return {
    json: { course: summaryOf(course) },
    text: `${slug} (${printable(course.title)}) is created, with an empty draft.\n`,
  }
}

export function archive(idOrSlug: string): Promise<CommandResult> {
  return changeCourseStatus(idOrSlug, 'archived')
}

export function unarchive(idOrSlug: string): Promise<CommandResult> {
  return changeCourseStatus(idOrSlug, 'published')
}

async function changeCourseStatus(
  idOrSlug: string,
  status: 'archived' | 'published',
): Promise<CommandResult> {
  const change = status === 'archived' ? archiveCourse : unarchiveCourse
  const { course, isNew } = await withDeps(async (deps) => {
    const { slug, version } = await findNamedCourse(deps.db, idOrSlug)
    if (version === null) throw new ConflictError(`${slug} was never published.`)
    return change(deps, idOrSlug)
  })
  const { id, slug, title } = course
  const state = status === 'archived' ? 'archived' : 'in the catalogue'
  return {
    json: { course: { id, slug, title, status }, changed: isNew },
    text: `${slug} (${printable(title)}) ${isNew ? 'is now' : 'was already'} ${state}.\n`,
  }
}

const coursesAtOnce = 500

export async function listCourses(): Promise<CommandResult> {
  const courses = await withDeps(({ db }) => allPages((before) => readPage(db, before)))
  return listOf(courses.map(summaryOf), {
    columns: {
      SLUG: 'slug',
      TITLE: 'title',
      STATUS: 'status',
      VERSION: 'version',
      DRAFT: ({ hasDraft }) => (hasDraft ? 'yes' : '-'),
      OWNER: ({ hasOwner }) => (hasOwner ? 'yes' : 'none'),
      PRICE: ({ price }) => (price.amount === 0 ? 'free' : formatMoney(price)),
      ID: 'id',
    },
    none: 'There are no courses.',
  })
}

async function readPage(db: Db, before: string | undefined) {
  const page = { readerId: null, before, limit: coursesAtOnce }
  const items = await listEveryAuthoredCourse(db, page)
  const last = items.length === coursesAtOnce ? items.at(-1) : undefined
  return { items, nextCursor: last?.id ?? null }
}

function summaryOf(course: AuthoredCourseRow) {
  const { id, slug, title, status, version, hasDraft, hasOwner, language, managedBy } = course
  const price = { amount: course.priceAmount, currency: course.priceCurrency }
  return { id, slug, title, status, version, hasDraft, hasOwner, language, managedBy, price }
}

/** Whoever may use the command line may see what administrators see. */
const operator = { id: '00000000-0000-0000-0000-000000000000', isAdministrator: true }
const shownVersions = 20
const shownMembers = 100

export async function showCourse(idOrSlug: string): Promise<CommandResult> {
  return withDeps(async ({ db }) => {
    const course = await findNamedCourse(db, idOrSlug)
    const courseId = course.id
    const versions = await listVersions(db, { courseId, before: undefined, limit: shownVersions })
    const found = await listMembers(db, {
      courseId,
      reader: operator,
      after: undefined,
      limit: shownMembers,
    })
    const members = found.map(({ email, role }) => ({ email: email ?? '', role }))
    const { requiresReview, learnersMayMove, honesty, html, revision } = course
    const { files } = await measureCourseFiles(db, courseId)
    const more = {
      ...termsOf(course),
      requiresReview,
      learnersMayMove,
      honesty,
      html,
      files,
      revision,
    }
    const json = { ...summaryOf(course), ...more, members, versions }
    return { json: { course: json }, text: describe(json) }
  })
}

function describe(
  course: ReturnType<typeof summaryOf> &
    CourseTerms & {
      requiresReview: boolean
      learnersMayMove: boolean
      honesty: 'none' | 'watched'
      html: 'none' | 'basic'
      files: number
      members: { email: string; role: string }[]
      versions: Awaited<ReturnType<typeof listVersions>>
    },
): string {
  const { price, members, versions } = course
  const rows = [
    ['Course', `${course.slug} (${course.title})`],
    ['Id', course.id],
    ...termNames
      .slice(1)
      .map((name) => [
        name.charAt(0).toUpperCase() + name.slice(1),
        [course[name] ?? []].flat().join(', ') || '-',
      ]),
    ['Price', price.amount === 0 ? 'free' : formatMoney(price)],
    ['Status', course.status],
    ['Version', course.version === null ? 'nothing is published yet' : String(course.version)],
    ['Draft', course.hasDraft ? 'open, not published' : 'none'],
    ['Content', course.managedBy === 'http' ? 'written over HTTP' : 'imported from a folder'],
    ['Review', course.requiresReview ? 'required before publishing' : 'not required'],
    ['Newer version', course.learnersMayMove ? 'learners may take it' : 'learners are moved'],
    ['Videos', course.honesty === 'watched' ? 'count when watched' : 'count like texts'],
    ['HTML in texts', course.html === 'basic' ? 'basic elements' : 'shown as text'],
    ['Files', String(course.files)],
    ...members.map(({ email, role }, index) => [index === 0 ? 'Members' : '', `${email} ${role}`]),
  ]
  const labels = rows
    .map(([label = '', value = '']) => `${`${label}:`.padEnd(15)}${printable(value)}\n`)
    .map((line) => line.replace(/^: {14}/, ' '.repeat(15)))
    .join('')
  if (versions.length === 0) return labels
  const heading = ['VERSION', 'KIND', 'PUBLISHED', 'LESSONS', 'LEARNERS', 'NOTE']
  const lines = versions.map(({ number, kind, publishedAt, lessons, learners, note }) => [
    String(number),
    kind ?? '-',
    publishedAt.toISOString().slice(0, 10),
    String(lessons),
    String(learners),
    note ?? '',
  ])
  return `${labels}\n${table(heading, lines)}`
}
