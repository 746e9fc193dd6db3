import type { CourseContent } from '../../content/draft.ts'
import type { LessonDetails, LessonType } from '../../content/lessons/lesson-type-names.ts'
import type { ForeignQuestion } from '../questions/foreign-question.ts'
import type { PageCount } from './count-pages.ts'
import type { CourseFiles } from './course-files.ts'
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
  pages: PageCount
  /** The same, with the keys of lessons that were renamed since; absent where keys are given. */
  withPrevious?: (previous: PreviousCourse) => Promise<CourseReading>
  /** Lessons that may have been renamed, for their author to confirm. */
  suggestions?: RenameSuggestion[]
}

/** The lesson with the key `from` went, and `to` came under the same title. */
export interface RenameSuggestion {
  from: string
  to: string
  title: string
}

/** A file that was renamed, by its paths from the root of the repository. */
export interface Rename {
  from: string
  to: string
}

/** A key that a lesson had in an earlier version. */
export interface OldKey {
  key: string
  formerKey: string
  /** A version has both: two lessons were joined, and may be taken apart again. */
  wasJoined?: boolean
}

/** What is published now: it tells renamed lessons from new ones. */
export interface PreviousCourse {
  lessons: readonly { key: string; title: string; page?: string | null }[]
  /** Where lessons of any version were: the newest key of each path. */
  pages?: readonly { page: string; key: string }[]
  /** Keys that its lessons had before. */
  formerKeys: readonly OldKey[]
  /** What the history of the repository says, the oldest first. */
  renames: readonly Rename[]
}

export interface FormatOptions {
  /** Where the course lies in the files; empty for their root. */
  folder: string
  /** Wins over the slug that the format or its lyceum.yaml states. */
  slug?: string
  /** Which of several languages to read. */
  language?: string
  /** Absent for a new course. */
  previous?: PreviousCourse
  /** Pages that look like lessons may be left, however many there are. */
  allowMissing?: boolean
}

/**
 * Reads a course of one format. The files are those of the whole repository.
 * @throws CourseFolderError with every mistake
 */
export type FormatReader = (files: CourseFiles, options: FormatOptions) => Promise<CourseReading>

/** All that differs between the formats; everything else asks here. */
export interface CourseFormat {
  name: string
  /** The files that tell it from others, in words. */
  mark: string
  /** Names of files that only such courses have: they say which format is the nearest. */
  traces: RegExp
  /** Whether files look like it. The names are none where they are too many to list. */
  fits(files: CourseFiles, names: readonly string[]): boolean | Promise<boolean>
  /** Loads its reader when it is needed: names and marks cost nothing. */
  read: FormatReader
}

/** What a format says about the course; its lyceum.yaml wins. */
export interface StatedTerms {
  title?: string
  summary?: string
  language?: string
  license?: string
  source?: string
  authors?: string[]
}

/** A question, and the file that it stands in, as mistakes show it. */
export type PageQuestion = ForeignQuestion & { file: string }

/** A page of a book, which becomes a lesson. */
export interface Page {
  /** From the root of the files; links and pictures in its text are relative to it. */
  file: string
  /** Its identity: the path inside the book, without extension. */
  path: string
  /** Where the format has an identity of its own, like a UUID; otherwise the path makes the key. */
  key?: string
  /** Where the book names it, for mistakes. */
  mention: { file: string; line: number }
  /** That of the table of contents; a heading at the top of its text wins. */
  title?: string
  /** Wins over a heading at the top of its text, which then stays. */
  ownTitle?: string
  /** Markdown; front matter is read and leaves it. */
  text: string
  /** The line in its file of each line of the text, where the reader changed their number. */
  lines?: readonly number[]
  /** The file of each line, as mistakes show it, where the page is made of several. */
  lineFiles?: readonly string[]
  minutes?: number
  type?: LessonType
  /** Files by their paths from the root of the files. */
  details?: LessonDetails
  required?: boolean
  preview?: boolean
  /** Questions of a quiz, which leave its text. With one of them the lesson is a quiz. */
  questions?: readonly PageQuestion[]
}

/** Where the keys of renamed pages come from, the most certain first. */
export interface KeySources {
  /** The author's own table of old and new paths inside the book, without extension. */
  redirects?: readonly Redirect[]
}

export interface Redirect {
  /** Inside the book, without extension. */
  from: string
  /** The same; null for an address outside of the book. */
  to: string | null
  mention: { file: string; line: number }
}

/** A book as its reader understood it. */
export interface Book extends KeySources {
  /** Identities and the names of files begin here: a folder, from the root of the files. */
  base: string
  terms: StatedTerms
  sections: readonly { title: string; pages: readonly Page[] }[]
  /** Files that look like lessons, and files that were read for others. */
  candidates: readonly string[]
  used?: ReadonlySet<string>
  /** Why a candidate is no page. */
  because: string
}
