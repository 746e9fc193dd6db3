import type { CourseLevel } from '../../../db/queries/learning/courses/courses.ts'
import type { CourseTerms } from './types.ts'

/** Terms wherever they are kept; what is absent is not stated. */
interface StatedTerms {
  title: string
  summary: string
  language: string
  license?: string | null
  source?: string | null
  authors?: string[] | null
  categories?: string[] | null
  tags?: string[] | null
  level?: CourseLevel | null
  cover?: string | null
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
