import type { z } from 'zod'
import type { StoredQuestion } from '../questions/question-types.ts'
import type { Lack } from './lacks.ts'

type Fields = Record<string, unknown>

/** A file as learners get it. */
export type FileAddress = { url: string; name: string; type: string; size: number }

/** Puts addresses, valid for some minutes, in place of what a lesson names. */
export interface Addresses {
  /** Undefined where the course has no such file, as in a draft. */
  urlOf(path: string): string | undefined
  fileOf(path: string): FileAddress | null
  markdown(text: string): string
}

/** A type's parts beside the lesson's text: under its name, over the API and in storage. */
export interface OwnParts<Written extends Fields = Fields> {
  /** Whether a lesson of the type shows nothing without it; otherwise its text may suffice. */
  isNeeded: boolean
  /** The schema of what its author writes over the API. */
  written: z.ZodType<Written>
  /** The schema of the answer to its author; null if nothing is written. */
  draft: z.ZodType
  /** The schema of what its learner gets; null only if it is not needed. */
  shown: z.ZodType
  /** The schema of a draft's preview; null where something is missing. */
  preview: z.ZodType
  /** Its field in course.yaml. Its own Markdown lies in a file that the field names. */
  field?: string
  inFolder?: z.ZodObject
  /** How the lesson's Markdown file holds all of it, in place of course.yaml. */
  inText?: InText<Written>
  /** Returns it as course.yaml has it, without its own Markdown; absent if that is as written. */
  toFolder?(written: Written): Fields
  show(written: Written, to: Addresses): Fields | null
  /** Replaces its paths, asking for each in order. */
  withPaths?(written: Written, pathOf: (path: string) => string): Written
  /**
   * Finds what it lacks to be published, where `written` cannot tell: `drafted` are the questions
   * that no version has asked yet, by revision.
   */
  lacks?(written: Written, drafted: ReadonlyMap<string, StoredQuestion>): Lack[]
  /** Set if its files are those that its words link to: a missing one is a dead link. */
  linksFiles?: true
}

/** How a lesson's own file holds the parts beside its text. */
export interface InText<Written extends Fields = Fields> {
  /** Fields of the front matter, beside `type`. */
  fields: z.ZodObject
  /** Splits the text below it into the lesson's own text and the written parts. */
  read(fields: Fields, text: string, key: string): { content: string; written: Written } | Fault[]
  write(content: string, written: Written, key: string): { fields: Fields; text: string }
}

/** A fault in a text, with its line from 1. */
export interface Fault {
  line: number
  message: string
}

/** All that sets types of lessons apart; db/schema/courses/lessons.ts has what statements need. */
export interface LessonTypeParts {
  /** Its description in lists of types, beside its name. */
  means: string
  /** The label of the field that holds the type. */
  label: string
  description: string
  /** Null if its lessons are only texts. */
  own: OwnParts | null
}
