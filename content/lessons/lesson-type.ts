import type { z } from 'zod'

type Fields = Record<string, unknown>

/** A file as learners get it. */
export type FileAddress = { url: string; name: string; type: string; size: number }

/** Puts addresses, for some minutes, in place of what a lesson names. */
export interface Addresses {
  /** Undefined where the course has no such file, as in a draft. */
  urlOf(path: string): string | undefined
  fileOf(path: string): FileAddress | null
  markdown(text: string): string
}

/** What lessons of a type have beside their texts: under its name, over the API and in storage. */
export interface OwnParts<Written extends Fields = Fields> {
  /** Without it, a lesson of the type shows nothing; otherwise its text may do. */
  isNeeded: boolean
  /** What its author writes over the API. */
  written: z.ZodType<Written>
  /** The same as it is answered to the author; null if nothing is written. */
  draft: z.ZodType
  /** What its learner gets: null only if it is not needed. */
  shown: z.ZodType
  /** The same in a preview of a draft; null where something is missing. */
  preview: z.ZodType
  /** Its field in course.yaml. Markdown of its own lies in a file that the field names. */
  field?: string
  inFolder?: z.ZodObject
  /** Where all of it stands in the Markdown file of the lesson, and not in course.yaml. */
  inText?: InText<Written>
  /** As course.yaml has it, without Markdown of its own; absent if that is what is written. */
  toFolder?(written: Written): Fields
  show(written: Written, to: Addresses): Fields | null
  /** With other paths in place of its own, each of which is asked for in order. */
  withPaths?(written: Written, pathOf: (path: string) => string): Written
  /** Its files are those that its words link to: one that is missing is a dead link. */
  linksFiles?: true
}

/** How a lesson's own file holds what is written beside its text. */
export interface InText<Written extends Fields = Fields> {
  /** Of the front matter, beside `type`. */
  fields: z.ZodObject
  /** Of the text below it: what stays of it as the lesson's text, and all that is written. */
  read(fields: Fields, text: string, key: string): { content: string; written: Written } | Fault[]
  write(content: string, written: Written, key: string): { fields: Fields; text: string }
}

/** What is wrong in a text, with its line from 1. */
export interface Fault {
  line: number
  message: string
}

/** All that differs between types of lessons; db/schema/courses/lessons.ts has what statements need. */
export interface LessonTypeParts {
  /** In lists of types, beside its name. */
  means: string
  /** Of the field that says the type. */
  label: string
  description: string
  /** Null if its lessons are their texts. */
  own: OwnParts | null
}
