import type { CourseContent } from '../../drafts/types.ts'
import type { Problem } from './course-folder-error.ts'

/** A picture, a video or another file that lessons show, not stored yet. */
export interface CourseFile {
  /** From the course's root, with `/`. */
  path: string
  size: number
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface CourseReading {
  course: CourseContent
  /** The files that its texts name. */
  files: CourseFile[]
  /** Unresolved includes, dead links and dead pictures. */
  warnings: Problem[]
  /** Lessons that may have been renamed, for their author to confirm. */
  suggestions?: RenameSuggestion[]
}

/** The lesson with the key `from` went, and `to` came under the same title. */
export interface RenameSuggestion {
  from: string
  to: string
  title: string
}
