import type { CourseBranding } from './branding/course-branding.ts'
import type { CourseTerms, WrittenTerms } from './course-fields.ts'
import type { FolderRules } from './course-rules.ts'
import type { CourseKind, CourseStatus } from './course-values.ts'
import type { LessonDetails, LessonType } from './lessons/lesson-type-names.ts'
import type { StoredQuestion } from './questions/question-types.ts'

/** A course as its author wrote it, ready to publish. */
export interface CourseContent extends WrittenTerms, Partial<FolderRules> {
  slug: string
  /** Default: a course. */
  kind?: CourseKind
  /** Integer minor units, ISO 4217. */
  price: { amount: number; currency: string }
  /** The branding of its certificates where it differs from the settings. */
  certificate?: CourseBranding
  /** Its stored files: SHA-256 by path from the course's root. */
  files?: Record<string, string>
  sections: { title: string; lessons: LessonContent[] }[]
}

export interface LessonContent {
  /** Stable within the course. */
  key: string
  /** Keys that it had in earlier versions. */
  formerKeys?: string[]
  title: string
  type: LessonType
  minutes: number
  required: boolean
  preview: boolean
  /** Markdown without front matter, and without the first heading when that became the title. */
  content: string
  /** Parts beside its text; files by their paths from the course's root. */
  details?: LessonDetails | null
}

/** A draft with everything that its author wrote. */
export interface DraftContent {
  courseId: string
  revision: number
  /** The number of the version that it changes; null when nothing was published before. */
  baseVersion: number | null
  terms: CourseTerms
  sections: { title: string; lessons: DraftedLesson[] }[]
  /** The files of the course: SHA-256 by path from the course's root. */
  files: Readonly<Record<string, string>>
  /** Questions that no version has asked yet, by revision. */
  drafted?: ReadonlyMap<string, StoredQuestion>
  /** The existing courses that a program names; null for a course. */
  courses?: (NamedCourse & { requiresProgram: boolean })[] | null
  /** The courses that a program's lessons stood for in published versions, by lesson key. */
  publishedCourses?: { key: string; slug: string }[]
  /** Media type of the file that is its cover; null without one. */
  coverType?: string | null
  /** Faults of the courses that it requires. */
  requirements?: { slug: string; fault: 'unknown' | 'circle' }[]
  /** Ids of everybody who has changed it. */
  writers: string[]
  review: DraftReview
  publishedFormerKeys: FormerKey[]
}

export interface DraftedLesson extends Omit<LessonContent, 'formerKeys' | 'content' | 'details'> {
  formerKeys: string[]
  details: LessonDetails | null
  /** SHA-256 of a published lesson's unchanged text; null once it is rewritten. */
  bodySha256: string | null
  /** The rewritten Markdown, with links to lessons as authors write them; null otherwise. */
  content: string | null
  /** The revision of the draft that last changed it. */
  revision: number
}

/** All null until a review is requested; a change of the draft voids it. */
export interface DraftReview {
  requestedBy: string | null
  requestedAt: Date | null
  approvedBy: string | null
  approvedAt: Date | null
  approvedRevision: number | null
}

/** A former key in a published version, with the current key of its lesson. */
export interface FormerKey {
  key: string
  formerKey: string
  /** Whether a version has it beside another lesson that is now the same one: they were joined. */
  wasJoined: boolean
}

/** A course that a draft of a program names; without title and minutes until it is published. */
export interface NamedCourse {
  slug: string
  kind: CourseKind
  status: CourseStatus
  title: string | null
  minutes: number | null
  /** Slugs. */
  requires: string[]
}
