import { z } from 'zod'
import {
  type CourseField,
  fieldEntries,
  Skill,
  type ValueKind,
  type WrittenTerms,
} from '../../content/course-fields.ts'
import { type FolderRules, folderRuleNames, ruleValues } from '../../content/course-rules.ts'
import { DayRule, isDueBefore } from '../../content/days/days.ts'
import { Address, PathInFolder } from '../../content/lessons/paths.ts'
import { listed } from '../../content/lessons/types.ts'
import { CourseSlug, must, text } from '../../lib/fields/field-schemas.ts'
import { currencies } from '../../lib/money.ts'
import { LanguageTag } from '../../lib/schema.ts'
import type { OrderedProblem } from '../reading/problem-collector.ts'
import type { YamlFile } from '../reading/yaml-file.ts'
import { problemsOf } from '../reading/yaml-problems.ts'
import {
  CertificateEntry,
  certificateFieldNames,
  type PlacedPicture,
  placePictures,
} from './course-certificate.ts'
import { LessonEntry, lessonFieldNames, shownIn } from './lesson-entry.ts'

const MAX_AMOUNT = 1_000_000_000

const Section = z.strictObject(
  {
    title: text(200),
    lessons: z
      .array(LessonEntry, must('be a list of lessons'))
      .min(1, 'are empty: a section needs at least one'),
  },
  must('have the fields title and lessons'),
)

const Price = z.strictObject(
  {
    amount: z
      .int(must("be a whole number of the currency's smallest unit, like 4900"))
      .min(0, 'must not be negative')
      .max(MAX_AMOUNT, `must be at most ${MAX_AMOUNT}`),
    currency: z
      .string(must('be a currency code of ISO 4217, like USD'))
      .refine((code) => currencies.has(code), 'must be a currency code of ISO 4217, like USD'),
  },
  must('have the fields amount and currency, like { amount: 4900, currency: USD }'),
)

const LabelName = z
  .string(must('be text'))
  .max(50, 'must be at most 50 characters long')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/u,
    'must be lower-case letters, digits and single dashes, like web-development',
  )

function schemaOf(kind: ValueKind): z.ZodType {
  if (kind.is === 'line') return text(kind.max)
  if (kind.is === 'choice') return oneOf(kind.of)
  if (kind.is === 'number') {
    const words = must(`be a whole number from ${kind.min} to ${kind.max}`)
    return z.int(words).min(kind.min, words).max(kind.max, words)
  }
  const schemas = {
    language: LanguageTag,
    slug: LabelName,
    path: PathInFolder,
    course: CourseSlug,
    day: DayRule,
    skill: Skill,
    film: Address.refine((url) => url.startsWith('https://'), 'must begin with https://'),
  }
  return schemas[kind.is]
}

function oneOf(values: readonly string[]): z.ZodType {
  return z.enum(values, must(`be ${listed(values, (one) => one)}`))
}

function termOf({ kind, list, ...field }: CourseField): z.ZodType {
  if (list === undefined)
    return 'absent' in field ? z.exactOptional(schemaOf(kind)) : schemaOf(kind)
  const values = z
    .array(schemaOf(kind), must(`be a list of ${list.many}`))
    .max(list.max, `are too many: at most ${list.max} are allowed`)
  const isSet = (names: unknown[]) =>
    !['slug', 'course'].includes(kind.is) || new Set(names).size === names.length
  return values.refine(isSet, 'name one twice: remove it').exactOptional()
}

/** The terms of a course as its author words them. */
const termsShape = Object.fromEntries(
  fieldEntries.map(([name, field]) => [name, termOf(field)]),
) as {
  [Name in keyof WrittenTerms]-?: undefined extends WrittenTerms[Name]
    ? z.ZodExactOptional<z.ZodType<NonNullable<WrittenTerms[Name]>>>
    : z.ZodType<WrittenTerms[Name]>
}

const rulesShape = Object.fromEntries(
  folderRuleNames.map((name) => [name, z.exactOptional(oneOf(ruleValues[name]))]),
) as { [Name in keyof FolderRules]: z.ZodExactOptional<z.ZodType<FolderRules[Name]>> }

/** The fields that a program has, too. */
export const headShape = { slug: CourseSlug, ...termsShape, price: Price }
export const certificateShape = { certificate: CertificateEntry.exactOptional() }

export const CourseManifest = z
  .strictObject(
    {
      ...headShape,
      ...rulesShape,
      ...certificateShape,
      sections: z
        .array(Section, must('be a list of sections'))
        .min(1, 'are empty: a course needs at least one')
        .max(100, 'are too many: at most 100 are allowed'),
    },
    must('have fields, like title: My course'),
  )
  .refine((course) => !isDueBefore(course), {
    path: ['due'],
    message: 'is before `available`: nothing would be open by then',
  })
export type CourseManifest = z.infer<typeof CourseManifest>

/** Reads every well-formed lesson, whatever is wrong elsewhere, so that its file is checked too. */
const WellFormedLessons = z
  .object({
    sections: z
      .array(
        z
          .object({ lessons: z.array(LessonEntry.nullable().catch(null)).catch([]) })
          .catch({ lessons: [] }),
      )
      .catch([]),
  })
  .catch({ sections: [] })

export interface PlacedLesson {
  entry: LessonEntry
  /** Index of its section. */
  section: number
  /** See YamlPlace. */
  order: number
  fileLine: number
  /** The line its key comes from: the entry's own key, or else the file's name. */
  keyLine: number
  /** The line of the parts beside its text. */
  detailsLine: number
  ownTextLine: number
  requiresLine: number
}

/**
 * The course, unless something is wrong with it, and in either case the lessons and pictures that
 * can be read.
 */
export interface ReadManifest {
  manifest: CourseManifest | undefined
  problems: OrderedProblem[]
  lessons: PlacedLesson[]
  pictures: PlacedPicture[]
  coverLine: number
}

export function readManifest(yaml: YamlFile): ReadManifest {
  const { sections } = WellFormedLessons.parse(yaml.value)
  const lessons = sections.flatMap(({ lessons: entries }, section) =>
    entries.flatMap((entry, index) =>
      entry === null ? [] : [placeLesson(yaml, entry, { section, index })],
    ),
  )
  const { data: manifest, error } = CourseManifest.safeParse(yaml.value)
  const problems = error === undefined ? [] : problemsOf(yaml, error.issues, fieldNames)
  return {
    manifest,
    problems,
    lessons,
    pictures: placePictures(yaml),
    coverLine: yaml.placeOf(['cover']).line,
  }
}

function placeLesson(
  yaml: YamlFile,
  entry: LessonEntry,
  { section, index }: { section: number; index: number },
): PlacedLesson {
  const path = ['sections', section, 'lessons', index]
  const { order } = yaml.placeOf(path)
  const lineOf = (...names: string[]) => yaml.placeOf([...path, ...names]).line
  const [shown] = shownIn(entry)
  const field = shown?.field ?? 'type'
  return {
    entry,
    section,
    order,
    fileLine: lineOf('file'),
    keyLine: lineOf(entry.key === undefined ? 'file' : 'key'),
    detailsLine: lineOf(field),
    ownTextLine: lineOf(field, shown?.text ?? ''),
    requiresLine: lineOf('requires'),
  }
}

function fieldNames(path: readonly PropertyKey[]): string[] {
  if (path[0] === 'certificate') return certificateFieldNames(path)
  if (path[0] === 'price') return Object.keys(Price.shape)
  if (path[0] !== 'sections') return Object.keys(CourseManifest.shape)
  return path.includes('lessons') ? [...lessonFieldNames(path)] : Object.keys(Section.shape)
}
