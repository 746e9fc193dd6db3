import { z } from 'zod'
import { field } from '../../lib/schema.ts'
import { writeDuration, writePercent } from '../../lib/written-facts.ts'
import type { CourseTerms } from '../course-fields.ts'

interface Lessons {
  version: CourseTerms
  /** Those of the version; of a program with courses to choose, those that were completed. */
  lessons: readonly { minutes: number; required?: boolean }[]
}

/** Where a new certificate takes its facts from. */
export interface Achieved extends Lessons {
  /** In basis points; null where nothing is graded. */
  gradeOf: () => Promise<number | null>
}

/** What is left of a certificate that the database has lost. */
export interface Lost extends Lessons {
  /** The results in its credential, in basis points by the names of their facts. */
  results: Readonly<Record<string, number>>
}

interface PrintedFact<Value, Shown extends z.ZodType, Label extends string> {
  /** In answers, which leave it out where there is none. */
  shown: Shown
  toShown(value: Value): z.output<Shown>
  /** Of a new certificate; null prints nothing. */
  of(achieved: Achieved): Value | null | Promise<Value | null>
  /** Of a lost one, as its credential or its version says it. */
  restore(lost: Lost): Value | null
  /** On the paper and on the page that verifies it; what people wrote, by `toDisplayText`. */
  write(value: Value, locale: string): string
  /** Its label among the texts of that page, which a school may replace. */
  pageLabel: Label
  /** What the credential says of it among its criteria. */
  sentence?(value: Value): string
  /** Names it among the results of the credential: for a value in basis points. */
  result?: string
}

/** Lets each fact have a type of its own. */
function fact<Value, Shown extends z.ZodType, const Label extends string>(
  stated: PrintedFact<Value, Shown, Label>,
) {
  return stated
}

/**
 * What a certificate says about the achievement: one entry here, a nullable column of the same name
 * in `certificates`, and a label in each language. Answers, paper, page, credential, reissue and
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
    sentence: (minutes) => `Duration: ${minutes} minutes.`,
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
    result: 'Grade',
  }),
}

type Facts = typeof printedFacts
export type FactName = keyof Facts
/** Keys of texts of the page. */
export type FactLabel = Facts[FactName]['pageLabel']

/** As they are stored; null for what a certificate does not say. */
export type FactValues = { [N in FactName]: Parameters<Facts[N]['write']>[0] | null }

export const factEntries = Object.entries(printedFacts) as [
  FactName,
  PrintedFact<unknown, z.ZodType, FactLabel>,
][]
export const factNames = factEntries.map(([name]) => name)

/** What answers hold. */
export const factsShape = Object.fromEntries(
  factEntries.map(([name, { shown }]) => [name, shown]),
) as { [N in FactName]: Facts[N]['shown'] }

/** A certificate that says none of them. */
export const noFacts = Object.fromEntries(factNames.map((name) => [name, null])) as FactValues

/** The facts alone. */
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

/** Those that a certificate says. */
function statedIn(values: FactValues) {
  return factEntries.flatMap(([name, fact]) => {
    const value: unknown = values[name]
    return value === null ? [] : [{ name, fact, value }]
  })
}

/** As answers say them. */
export function toShownFacts(values: FactValues): {
  [N in FactName]?: ReturnType<Facts[N]['toShown']>
} {
  const shown = statedIn(values).map(({ name, fact, value }) => [name, fact.toShown(value)])
  return Object.fromEntries(shown)
}

/** As paper and page say them. */
export function writeFacts(values: FactValues, locale: string): Partial<Record<FactName, string>> {
  const written = statedIn(values).map(({ name, fact, value }) => [name, fact.write(value, locale)])
  return Object.fromEntries(written)
}

/** What the credential says of them among its criteria. */
export function sentencesOf(values: FactValues): string[] {
  return statedIn(values).flatMap(({ fact, value }) => fact.sentence?.(value) ?? [])
}

/** The results of the credential. */
export function resultsOf(values: FactValues) {
  return statedIn(values).flatMap(({ name, fact, value }) =>
    fact.result === undefined ? [] : [{ name, title: fact.result, basisPoints: Number(value) }],
  )
}

/** The duration of the required lessons, or of all lessons where none is required. */
function minutesOf(lessons: Achieved['lessons']): number | null {
  const required = lessons.filter((lesson) => lesson.required)
  const counted = required.length > 0 ? required : lessons
  return counted.length === 0 ? null : counted.reduce((sum, { minutes }) => sum + minutes, 0)
}
