import type { CourseTerms } from '../../../../content/course-fields.ts'
import { termsOf } from '../../../../content/course-fields.ts'
import {
  findNumberedVersion,
  listSectionTitles,
  type NumberedVersion,
} from '../../../../db/queries/courses/courses/versions.ts'
import { type HashedLesson, listHashedLessons } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

export interface ReadVersion {
  version: NumberedVersion
  terms: CourseTerms
  coverSha256: string | null
  sections: { title: string; lessons: HashedLesson[] }[]
}

/**
 * Reads a published version, without its texts.
 * @throws VersionNotFound
 */
export async function readVersion(
  { db }: Pick<Deps, 'db'>,
  chosen: { courseId: string; number: number },
): Promise<ReadVersion> {
  const version = await findNumberedVersion(db, chosen)
  if (version === undefined) throw new AppError('VersionNotFound')

  const [titles, lessons] = [
    await listSectionTitles(db, version.id),
    await listHashedLessons(db, chosen),
  ]
  const bySection = Map.groupBy(lessons, ({ sectionPosition }) => sectionPosition)
  return {
    version,
    terms: termsOf(version),
    coverSha256: version.coverSha256,
    sections: titles.map((title, position) => ({ title, lessons: bySection.get(position) ?? [] })),
  }
}
