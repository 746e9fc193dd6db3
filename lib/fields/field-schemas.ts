import { z } from 'zod'
import { missing } from '../schema.ts'
import { slugOf } from '../slug.ts'

/** Makes the message for a value of the wrong type or for none at all. */
export function must(words: string) {
  return {
    error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : `must ${words}`),
  }
}

/** Takes one line of text for people: folds white space, trims, and is never empty. */
export function text(maxLength: number) {
  return z
    .string(must('be text'))
    .overwrite((value) => value.replace(/\s+/gu, ' ').trim())
    .min(1, 'is empty: fill it in')
    .max(maxLength, `must be at most ${maxLength} characters long`)
    .refine(isPrintable, 'contains a control character: remove it')
}

/** Takes a whole number of minutes, at most a day. */
export function minutes(least: number) {
  const problem = must(`be a whole number of minutes from ${least} to 1440`)
  return z.int(problem).min(least, problem).max(1440, problem)
}

export const LessonKey = z
  .string(must('be text'))
  .min(1, 'is empty: fill it in')
  .max(200, 'must be at most 200 characters long')
  .refine(
    (key) => key === slugOf(key),
    'must be lower-case letters, digits and single dashes, like getting-started',
  )

export const FileName = z
  .string(must("be a file's name"))
  .min(1, 'is empty: fill it in')
  .refine(isPrintable, 'contains a control character: remove it')

export const CourseSlug = z
  .string(must('be text'))
  .max(80, 'must be at most 80 characters long')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/u,
    'must be lower-case letters, digits and single dashes, like version-control',
  )
  .refine((slug) => !looksLikeId(slug), 'must not look like an id')

/** Whether a slug reads like an id: a look-up by id or slug would then miss the course. */
function looksLikeId(slug: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(slug)
}

function isPrintable(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value)
}
