import type { LessonDetails, LessonType } from '../../../../db/queries/courses/lessons.ts'

/** What learners count in: the content of a version or of a draft, as far as it is compared. */
export interface ComparedContent {
  terms: {
    title: string
    summary: string
    language: string
    license: string | null
    source: string | null
    authors?: readonly string[]
    categories?: readonly string[]
    tags?: readonly string[]
    level?: string | null
    /** Path of a picture. */
    cover?: string | null
    /** Of that picture: other bytes under the same path are another cover. */
    coverSha256?: string | null
  }
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
