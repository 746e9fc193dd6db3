import type { CourseContent } from '../../content/draft.ts'
import type { LessonDetails, LessonType } from '../../content/lessons/lesson-type-names.ts'
import type { ForeignQuestion } from '../questions/foreign-question.ts'
import type { PageCount } from './count-pages.ts'
import type { CourseFiles } from './course-files.ts'
import type { Problem } from './course-folder-error.ts'

/** A picture, a video or another file that lessons show, not stored yet. */
export interface CourseFile {
  /** Path from the course's root, with `/`. */
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
  pages: PageCount
  /** Returns the same course with keys of lessons renamed since; absent where keys are given. */
  withPrevious?: (previous: PreviousCourse) => Promise<CourseReading>
  /** Lessons that may have been renamed, for their author to confirm. */
  suggestions?: RenameSuggestion[]
}

/** A lesson `from` that went, and one `to` that came under the same title. */
export interface RenameSuggestion {
  from: string
  to: string
  title: string
}

/** A renamed file, by its paths from the root of the repository. */
export interface Rename {
  from: string
  to: string
}

/** A key that a lesson had in an earlier version. */
export interface OldKey {
  key: string
  formerKey: string
  /** Set if a version has both: two lessons were joined, and may be split again. */
  wasJoined?: boolean
}

/** The published course, which tells renamed lessons from new ones. */
export interface PreviousCourse {
  lessons: readonly { key: string; title: string; page?: string | null }[]
  /** The newest key at each path where a lesson of any version was. */
  pages?: readonly { page: string; key: string }[]
  /** Former keys of its lessons. */
  formerKeys: readonly OldKey[]
  /** Renames in the repository's history, oldest first. */
  renames: readonly Rename[]
}

export interface FormatOptions {
  /** The course's folder among the files; empty for their root. */
  folder: string
  /** Overrides the slug that the format or its lyceum.yaml states. */
  slug?: string
  /** The language to read, where there are several. */
  language?: string
  /** Absent for a new course. */
  previous?: PreviousCourse
  /** Allows any number of pages that look like lessons to be left out. */
  allowMissing?: boolean
}

/**
 * Reads a course of one format from the files of the whole repository.
 * @throws CourseFolderError with every mistake
 */
export type FormatReader = (files: CourseFiles, options: FormatOptions) => Promise<CourseReading>

/** All that sets the formats apart; everything else asks here. */
export interface CourseFormat {
  name: string
  /** The files that set it apart, in words. */
  mark: string
  /** Names of files that only such courses have; they show which format is nearest. */
  traces: RegExp
  /** Whether files look like it. The names are empty if they are too many to list. */
  fits(files: CourseFiles, names: readonly string[]): boolean | Promise<boolean>
  /** Loads its reader only when needed: names and marks cost nothing. */
  read: FormatReader
}

/** Terms that a format states; its lyceum.yaml overrides them. */
export interface StatedTerms {
  title?: string
  summary?: string
  language?: string
  license?: string
  source?: string
  authors?: string[]
}

/** A question, and its file as mistakes name it. */
export type PageQuestion = ForeignQuestion & { file: string }

/** A page of a book, which becomes a lesson. */
export interface Page {
  /** Path from the root of the files; links and pictures in its text are relative to it. */
  file: string
  /** Its identity: the path inside the book, without extension. */
  path: string
  /** The format's own identity, such as a UUID; without one, the path makes the key. */
  key?: string
  /** The place in the book that names it, for mistakes. */
  mention: { file: string; line: number }
  /** The title in the table of contents; a heading at the top of its text overrides it. */
  title?: string
  /** Overrides a heading at the top of its text, which then stays. */
  ownTitle?: string
  /** Markdown; front matter is read and removed. */
  text: string
  /** The number in its file of each line of the text, if the reader changed the lines. */
  lines?: readonly number[]
  /** The file of each line, as mistakes name it, if the page is made of several. */
  lineFiles?: readonly string[]
  minutes?: number
  type?: LessonType
  /** Files by their paths from the root of the files. */
  details?: LessonDetails
  required?: boolean
  preview?: boolean
  /** Questions of a quiz, removed from its text. With one, the lesson is a quiz. */
  questions?: readonly PageQuestion[]
}

/** Sources of renamed pages' keys, most certain first. */
export interface KeySources {
  /** The author's own table of old and new paths inside the book, without extension. */
  redirects?: readonly Redirect[]
}

export interface Redirect {
  /** Path inside the book, without extension. */
  from: string
  /** Path inside the book; null for an address outside it. */
  to: string | null
  mention: { file: string; line: number }
}

/** A book as its reader understood it. */
export interface Book extends KeySources {
  /** The folder, from the root of the files, where identities and file names begin. */
  base: string
  terms: StatedTerms
  sections: readonly { title: string; pages: readonly Page[] }[]
  /** Files that look like lessons, and files that were read for others. */
  candidates: readonly string[]
  used?: ReadonlySet<string>
  /** The reason why a candidate is no page. */
  because: string
}
