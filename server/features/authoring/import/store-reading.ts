import { CourseFolderError, type Problem } from '../../../../books/reading/course-folder-error.ts'
import type { CourseFile, CourseReading } from '../../../../books/reading/types.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { insertMedia } from '../../../../db/queries/courses/media/media.ts'
import type { Deps } from '../../../context.ts'
import { knownContents } from '../../courses/media/known-contents.ts'
import { storeCourseFiles } from '../../courses/media/store-course-files.ts'
import { hashMedia, newMediaName, type StoredMedia } from '../../courses/media/store-media.ts'

const filesAtOnce = 4

export interface StoreOptions {
  /** The course that may have the files already. Default: the one with the slug that was read. */
  courseId?: string
  /** Whether nothing is stored: see pretendStored. */
  isRehearsal?: boolean
  onHashed?: (file: CourseFile) => void
  onStored?: (file: { path: string; size: number }) => void
}

export interface StoredReading {
  /** The course with the files that it needs. */
  course: CourseContent
  /** Files of a rehearsal that are not stored. */
  unstored: StoredMedia[]
}

/**
 * Stores the files of a course that was read, and returns it with them, skipping what it has
 * already. Not within a transaction: files that end up in no course go after a day.
 * @throws CourseFolderError for files that are too large, with nothing stored
 */
export async function storeReading(
  ctx: Deps,
  { course, files }: Pick<CourseReading, 'course' | 'files'>,
  { courseId, isRehearsal = false, onHashed, onStored = () => undefined }: StoreOptions = {},
): Promise<StoredReading> {
  requireRoom(ctx, files)
  const hashed = await hashFiles(ctx, files, onHashed)
  const contents = new Map([...hashed.values()].map((stored) => [stored.sha256, stored]))
  const id = courseId ?? (await findCourseId(ctx.db, course.slug))
  const known =
    id === undefined
      ? []
      : await knownContents(ctx, { courseId: id, contents: [...contents.keys()] })
  for (const sha256 of known) contents.delete(sha256)

  // Trusts what was stored: a file may have been written to since.
  const stored = isRehearsal ? {} : await storeCourseFiles(ctx, missing(files), { onStored })
  const paths = files.map(({ path }) => [path, stored[path] ?? hashed.get(path)?.sha256 ?? ''])
  return {
    course: { ...course, files: Object.fromEntries(paths) },
    unstored: isRehearsal ? [...contents.values()] : [],
  }

  function missing(all: readonly CourseFile[]): CourseFile[] {
    return all.filter(({ path }) => contents.has(hashed.get(path)?.sha256 ?? ''))
  }
}

/** Makes a rehearsal find its files, in a transaction that is rolled back. */
export async function pretendStored(
  { db, now, media }: Deps,
  unstored: readonly StoredMedia[],
): Promise<void> {
  for (const file of unstored)
    await insertMedia(db, {
      ...file,
      name: newMediaName(),
      storage: media.kind,
      usedAt: now(),
      lostName: undefined,
    })
}

/** @throws CourseFolderError */
function requireRoom({ mediaLimits }: Deps, files: readonly CourseFile[]): void {
  const { maxFileBytes, maxCourseBytes } = mediaLimits
  const problems: Problem[] = files
    .filter(({ size }) => size > maxFileBytes)
    .map(({ path, size }) => ({
      file: path,
      line: 0,
      message:
        `this file has ${size} bytes, and MEDIA_MAX_FILE_BYTES allows ${maxFileBytes}: make it ` +
        'smaller, or link to it elsewhere',
    }))
  const sum = files.reduce((bytes, { size }) => bytes + size, 0)
  if (sum > maxCourseBytes)
    problems.push({
      file: 'course.yaml',
      line: 0,
      message:
        `the files of this course have ${sum} bytes together, and MEDIA_MAX_COURSE_BYTES allows ` +
        `${maxCourseBytes}: remove some, or use smaller ones`,
    })
  if (problems.length > 0) throw new CourseFolderError(problems)
}

async function hashFiles(
  { mediaLimits }: Deps,
  files: readonly CourseFile[],
  onHashed: (file: CourseFile) => void = () => undefined,
): Promise<ReadonlyMap<string, StoredMedia>> {
  const hashed = new Map<string, StoredMedia>()
  const waiting = files.values()
  const hashNext = async (): Promise<void> => {
    for (const file of waiting) {
      const bounds = { maxBytes: mediaLimits.maxFileBytes }
      hashed.set(file.path, await hashMedia(await file.open(), bounds))
      onHashed(file)
    }
  }
  await Promise.all(Array.from({ length: Math.min(filesAtOnce, files.length) }, hashNext))
  return hashed
}
