import type { Readable } from 'node:stream'
import type { CourseTerms } from '../../../../../content/course-fields.ts'
import { statedIn } from '../../../../../content/course-fields.ts'
import { type FolderRules, statedRules } from '../../../../../content/course-rules.ts'
import { toFileLinks } from '../../../../../content/files/lesson-links.ts'
import type { LessonDetails } from '../../../../../content/lessons/lesson-type-names.ts'
import {
  type AuthoredCourseRow,
  findAuthoredCourse,
} from '../../../../../db/queries/courses/courses/authored-courses.ts'
import {
  findNumberedVersion,
  listSectionTitles,
} from '../../../../../db/queries/courses/courses/versions.ts'
import {
  findLessonBody,
  findLessonTexts,
  listHashedLessons,
} from '../../../../../db/queries/courses/lessons.ts'
import { findMedia } from '../../../../../db/queries/courses/media/media.ts'
import { zipFiles } from '../../../../../lib/files/zip-files.ts'
import type { Deps } from '../../../../context.ts'
import { AppError } from '../../../../errors/errors.ts'
import { readQuestions } from '../../../assessment/questions/store-questions.ts'
import { openMedia } from '../../../courses/media/open-media.ts'
import { findOwnBranding } from '../../../platform/branding/course-branding.ts'
import { readDraftContent } from '../../drafts/read-draft.ts'
import { type CourseOutline, filesOfCourse } from './course-zip.ts'

export interface ExportChoice {
  courseId: string
  /** Default: the current version, or the draft of a course that was never published. */
  version?: number | 'draft' | undefined
}

export interface CourseExport {
  /** Name such as `knots-v3.zip`. */
  fileName: string
  zip: Readable
}

/**
 * Exports a course as the zip of a folder that can be imported.
 * @throws CourseNotFound, VersionNotFound, DraftNotFound
 */
export async function exportCourse(
  ctx: Pick<Deps, 'db' | 'media' | 'log'>,
  { courseId, version }: ExportChoice,
): Promise<CourseExport> {
  const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
  if (course === undefined) throw new AppError('CourseNotFound')
  const number = version ?? course.version ?? 'draft'
  const { outline, textOf } = await outlineOf(ctx.db, course, number)
  const zipped = filesOfCourse(outline, { textOf, open: (sha256) => openStored(ctx, sha256) })
  const ending = number === 'draft' ? 'draft' : `v${number}`
  return { fileName: `${course.slug}-${ending}.zip`, zip: zipFiles(zipped) }
}

/**
 * Reads a course without the texts of its lessons, which `textOf` reads one by one.
 * @throws VersionNotFound, DraftNotFound
 */
export async function outlineOf(
  db: Deps['db'],
  course: AuthoredCourseRow,
  number: number | 'draft',
): Promise<{ outline: CourseOutline; textOf: Source['textOf'] }> {
  const { sections, terms, files, textOf } =
    number === 'draft'
      ? await sourceOfDraft(db, course.id)
      : await sourceOfVersion(db, { courseId: course.id, number })
  const outline = { ...(await headOf(db, course)), ...statedIn(terms), files, sections }
  return { outline, textOf }
}

async function openStored(ctx: Pick<Deps, 'db' | 'media' | 'log'>, sha256: string) {
  const file = await findMedia(ctx.db, sha256)
  if (file === undefined) throw new Error('A file of an export is not stored.')
  const { size } = file
  return { size, bytes: () => openMedia(ctx, file, { start: 0, end: size }) }
}

async function headOf(
  db: Deps['db'],
  { slug, kind, priceAmount, priceCurrency, branding, ...course }: AuthoredCourseRow,
): Promise<Pick<CourseOutline, 'slug' | 'kind' | 'price' | 'certificate' | keyof FolderRules>> {
  const certificate = await findOwnBranding(db, branding)
  return {
    slug,
    kind,
    price: { amount: priceAmount, currency: priceCurrency },
    ...statedRules(course),
    ...(certificate !== undefined && { certificate }),
  }
}

interface Source {
  terms: CourseTerms
  sections: CourseOutline['sections']
  /** SHA-256 by path, of all files that may be named. */
  files: Record<string, string>
  textOf: (key: string) => Promise<string>
}

async function sourceOfVersion(
  db: Deps['db'],
  { courseId, number }: { courseId: string; number: number },
): Promise<Source> {
  const version = await findNumberedVersion(db, { courseId, number })
  if (version === undefined) throw new AppError('VersionNotFound')
  const titles = await listSectionTitles(db, version.id)
  const lessons = await listHashedLessons(db, { courseId, number })
  const written = await withQuestions(db, lessons)
  const { cover, coverSha256 } = version
  return {
    terms: version,
    files: {
      ...Object.assign({}, ...lessons.map(({ files }) => files)),
      ...(cover !== null && coverSha256 !== null && { [cover]: coverSha256 }),
    },
    sections: titles.map((title, position) => ({
      title,
      lessons: written.filter(({ sectionPosition }) => sectionPosition === position),
    })),
    textOf: async (key) => {
      const texts = await findLessonTexts(db, { courseId, number, key })
      return toFileLinks(required(texts.get(key)), courseId)
    },
  }
}

async function sourceOfDraft(db: Deps['db'], courseId: string): Promise<Source> {
  const draft = await readDraftContent(db, courseId)
  if (draft === undefined) throw new AppError('DraftNotFound')
  const { terms, sections, files } = draft
  const written: Source['sections'][number][] = []
  for (const { title, lessons } of sections)
    written.push({ title, lessons: await withQuestions(db, lessons) })
  const lessons = new Map(
    sections.flatMap((section) => section.lessons.map((lesson) => [lesson.key, lesson])),
  )
  return {
    terms,
    files: { ...files },
    sections: written,
    textOf: async (key) => {
      const { content, bodySha256 } = required(lessons.get(key))
      if (content !== null) return content
      return toFileLinks(required(await findLessonBody(db, bodySha256 ?? '')), courseId)
    },
  }
}

/** Returns lessons with the questions that they ask, as their author wrote them. */
async function withQuestions<Lesson extends { details: LessonDetails | null }>(
  db: Deps['db'],
  lessons: readonly Lesson[],
): Promise<Lesson[]> {
  const written: Lesson[] = []
  for (const lesson of lessons)
    written.push({ ...lesson, details: await readQuestions({ db }, lesson.details) })
  return written
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A lesson of an export has no text.')
  return value
}
