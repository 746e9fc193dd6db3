import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import { writeDuration, writePercent } from '../../lib/written-facts.ts'
import type { CourseTerms } from '../course-fields.ts'

interface Lessons {
  version: CourseTerms
  /** The version's lessons; those completed, where a program lets learners choose courses. */
  lessons: readonly { minutes: number; required?: boolean }[]
}

/** The sources of a new certificate's facts. */
export interface Achieved extends Lessons {
  /** Returns the grade in basis points; null where nothing is graded. */
  gradeOf: () => Promise<number | null>
}

/** The surviving data of a certificate that the database has lost. */
export interface Lost extends Lessons {
  /** The results in its credential, in basis points, by fact. */
  results: Readonly<Record<string, number>>
}

interface PrintedFact<Value, Shown extends z.ZodType, Label extends string> {
  /** The schema of answers, which leave out a missing fact. */
  shown: Shown
  toShown(value: Value): z.output<Shown>
  /** Returns the value for a new certificate; null prints nothing. */
  of(achieved: Achieved): Value | null | Promise<Value | null>
  /** Returns the value for a lost one from its credential or its version. */
  restore(lost: Lost): Value | null
  /** Writes it for the paper and the page that verifies it; people's words by `toDisplayText`. */
  write(value: Value, locale: string): string
  /** Its label among that page's texts, which a school may replace. */
  pageLabel: Label
  /** Whether the criteria of the credential say it. */
  sentence?: true
  /** Whether it is one of the credential's results: then its value is in basis points. */
  result?: true
}

/** Lets each fact have a type of its own. */
function fact<Value, Shown extends z.ZodType, const Label extends string>(
  stated: PrintedFact<Value, Shown, Label>,
) {
  return stated
}

/**
 * The facts that a certificate states: one entry here, a nullable column of the same name in
 * `certificates`, and a label in each language. Answers, paper, page, credential, reissue and
 * restoration follow.
 */
export const printedFacts = {
  minutes: fact({
    shown: field(
      z.number().int().positive().optional(),
      'Minutes of the required lessons; of a program with courses to choose, of those completed',
      95,
    ),
    toShown: (minutes: number) => minutes,
    of: ({ lessons }) => minutesOf(lessons),
    restore: ({ lessons }) => minutesOf(lessons),
    write: writeDuration,
    pageLabel: 'time',
    sentence: true,
  }),
  grade: fact({
    shown: field(
      z.number().optional(),
      'Grade of the course in percent, with two places; absent where the course prints none',
      87.5,
    ),
    toShown: (basisPoints: number) => basisPoints / 100,
    of: ({ version, gradeOf }) => (version.grade === 'printed' ? gradeOf() : null),
    restore: ({ results }) => results.grade ?? null,
    write: writePercent,
    pageLabel: 'grade',
    result: true,
  }),
}

type Facts = typeof printedFacts
export type FactName = keyof Facts
/** Keys of the page's texts. */
export type FactLabel = Facts[FactName]['pageLabel']

/** The facts as stored; null for one that a certificate does not state. */
export type FactValues = { [N in FactName]: Parameters<Facts[N]['write']>[0] | null }

export const factEntries = Object.entries(printedFacts) as [
  FactName,
  PrintedFact<unknown, z.ZodType, FactLabel>,
][]
export const factNames = factEntries.map(([name]) => name)

/** The facts' fields in answers. */
export const factsShape = Object.fromEntries(
  factEntries.map(([name, { shown }]) => [name, shown]),
) as { [N in FactName]: Facts[N]['shown'] }

/** The facts of a certificate that states none. */
export const noFacts = Object.fromEntries(factNames.map((name) => [name, null])) as FactValues

/** Picks the facts from a row. */
export function factsIn(row: FactValues): FactValues {
  return Object.fromEntries(factNames.map((name) => [name, row[name]])) as FactValues
}

export async function takeFacts(achieved: Achieved): Promise<FactValues> {
  const taken = factEntries.map(async ([name, { of }]) => [name, await of(achieved)])
  return Object.fromEntries(await Promise.all(taken))
}

export function restoreFacts(lost: Lost): FactValues {
  const restored = factEntries.map(([name, { restore }]) => [name, restore(lost)])
  return Object.fromEntries(restored) as FactValues
}

/** Returns the facts that a certificate states. */
function statedIn(values: FactValues) {
  return factEntries.flatMap(([name, fact]) => {
    const value: unknown = values[name]
    return value === null ? [] : [{ name, fact, value }]
  })
}

/** Returns the stated facts as answers hold them. */
export function toShownFacts(values: FactValues): {
  [N in FactName]?: ReturnType<Facts[N]['toShown']>
} {
  const shown = statedIn(values).map(({ name, fact, value }) => [name, fact.toShown(value)])
  return Object.fromEntries(shown)
}

/** Writes the stated facts as paper and page show them. */
export function writeFacts(values: FactValues, locale: string): Partial<Record<FactName, string>> {
  const written = statedIn(values).map(({ name, fact, value }) => [name, fact.write(value, locale)])
  return Object.fromEntries(written)
}

interface Wording {
  words: Readonly<Record<FactName, string>>
  locale: string
}

/** Returns the facts' sentences for the criteria of the credential, in the words of the paper. */
export function sentencesOf(values: FactValues, { words, locale }: Wording): string[] {
  return statedIn(values)
    .filter(({ fact }) => fact.sentence)
    .map(({ name, fact, value }) => `${words[name]}: ${fact.write(value, locale)}`)
}

/** Returns the facts' results for the credential. */
export function resultsOf(values: FactValues) {
  return statedIn(values)
    .filter(({ fact }) => fact.result)
    .map(({ name, value }) => ({ name, basisPoints: Number(value) }))
}

/** Returns the duration of the required lessons, or of all lessons if none is required. */
function minutesOf(lessons: Achieved['lessons']): number | null {
  const required = lessons.filter((lesson) => lesson.required)
  const counted = required.length > 0 ? required : lessons
  return counted.length === 0 ? null : counted.reduce((sum, { minutes }) => sum + minutes, 0)
}
