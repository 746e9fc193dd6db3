import type { CourseLevel } from '../../../../db/queries/courses/courses/courses.ts'
import type { CourseTerms, DraftContent } from './types.ts'

/** Terms wherever they are kept; what is absent is not stated. */
interface StatedTerms {
  title: string
  summary: string
  language: string
  license?: string | null | undefined
  source?: string | null | undefined
  authors?: string[] | null | undefined
  categories?: string[] | null | undefined
  tags?: string[] | null | undefined
  level?: CourseLevel | null | undefined
  cover?: string | null | undefined
}

/** The terms alone, each of them stated. */
export function termsOf({
  title,
  summary,
  language,
  license = null,
  source = null,
  authors,
  categories,
  tags,
  level = null,
  cover = null,
}: StatedTerms): Required<CourseTerms> {
  return {
    title,
    summary,
    language,
    license,
    source,
    authors: authors ?? [],
    categories: categories ?? [],
    tags: tags ?? [],
    level,
    cover,
  }
}

/** The cover of a draft as a version would show it: none where its file is missing. */
export function shownCover({
  terms: { cover = null },
  files,
}: Pick<DraftContent, 'terms' | 'files'>): { cover: string | null; coverSha256: string | null } {
  const sha256 = cover !== null && Object.hasOwn(files, cover) ? files[cover] : undefined
  return sha256 === undefined ? { cover: null, coverSha256: null } : { cover, coverSha256: sha256 }
}
