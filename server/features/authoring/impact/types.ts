import type { StatedTerms } from '../../../../content/course-fields.ts'
import type { HashedLesson } from '../../../../db/queries/courses/lessons.ts'

/** What learners count in: the content of a version or of a draft, as far as it is compared. */
export interface ComparedContent {
  /** Of the cover: other bytes under the same path are another cover. */
  terms: StatedTerms & { coverSha256?: string | null }
  /** False of versions from before rules were kept: what they say locks nothing. */
  ruled?: boolean
  /** Their titles, in the order of the course. */
  sections: readonly string[]
  /** In the order of the course. */
  lessons: readonly ComparedLesson[]
}

/** Text and bytes are those of the Markdown as published. */
export type ComparedLesson = Omit<HashedLesson, 'id' | 'position'>
