import type { LessonDetails, LessonType } from '../../../../db/queries/courses/lessons.ts'
import type { StatedTerms } from '../../courses/courses/course-fields.ts'

/** What learners count in: the content of a version or of a draft, as far as it is compared. */
export interface ComparedContent {
  /** Of the cover: other bytes under the same path are another cover. */
  terms: StatedTerms & { coverSha256?: string | null }
  /** Their titles, in the order of the course. */
  sections: readonly string[]
  /** In the order of the course. */
  lessons: readonly ComparedLesson[]
}

export interface ComparedLesson {
  key: string
  formerKeys: readonly string[]
  /** Its section, by its place. */
  section: number
  title: string
  type: LessonType
  minutes: number
  required: boolean
  preview: boolean
  details: LessonDetails | null
  /** SHA-256 by path. */
  files: Readonly<Record<string, string>> | null
  /** Of the Markdown as published, hexadecimal. */
  bodySha256: string
  /** Bytes of the Markdown as published. */
  size: number
}
