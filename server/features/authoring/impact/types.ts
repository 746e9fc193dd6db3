import type { StatedTerms } from '../../../../content/course-fields.ts'
import type { HashedLesson } from '../../../../db/queries/courses/lessons.ts'

/** The content of a version or draft in which learners count, as far as it is compared. */
export interface ComparedContent {
  /** Includes the cover's hash: other bytes under the same path are another cover. */
  terms: StatedTerms & { coverSha256?: string | null }
  /** False for versions from before rules were kept, whose rules lock nothing. */
  ruled?: boolean
  /** Titles of the sections, in the order of the course. */
  sections: readonly string[]
  /** Lessons in the order of the course. */
  lessons: readonly ComparedLesson[]
}

/** A lesson whose text and bytes are those of the Markdown as published. */
export type ComparedLesson = Omit<HashedLesson, 'id' | 'position'>
