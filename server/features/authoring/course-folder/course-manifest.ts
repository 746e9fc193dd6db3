import { z } from 'zod'
import { currencies } from '../../../lib/money.ts'
import {
  CertificateEntry,
  certificateFieldNames,
  type PlacedPicture,
  placePictures,
} from './course-certificate.ts'
import {
  CourseSlug,
  FileName,
  LanguageTag,
  LessonKey,
  minutes,
  must,
  text,
} from './field-schemas.ts'
import type { OrderedProblem } from './problem-collector.ts'
import type { YamlFile } from './yaml-file.ts'
import { problemsOf } from './yaml-problems.ts'

const MAX_AMOUNT = 1_000_000_000

export const LessonEntry = z.strictObject(
  {
    file: FileName,
    key: LessonKey.exactOptional(),
    formerKeys: z
      .array(LessonKey, must('be a list of keys'))
      .max(100, 'are too many: at most 100 are allowed')
      .exactOptional(),
    title: text(200).exactOptional(),
    type: z.enum(['text', 'video'], must('be text or video')).default('text'),
    minutes: minutes(1).exactOptional(),
    required: z.boolean(must('be true or false')).default(true),
    preview: z.boolean(must('be true or false')).default(false),
  },
  must('have fields, like { file: 01-basics.md }'),
)
export type LessonEntry = z.infer<typeof LessonEntry>

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

export const CourseManifest = z.strictObject(
  {
    slug: CourseSlug,
    title: text(200),
    summary: text(500),
    language: LanguageTag,
    license: text(200).exactOptional(),
    source: text(500).exactOptional(),
    price: Price,
    certificate: CertificateEntry.exactOptional(),
    sections: z
      .array(Section, must('be a list of sections'))
      .min(1, 'are empty: a course needs at least one')
      .max(100, 'are too many: at most 100 are allowed'),
  },
  must('have fields, like title: My course'),
)
export type CourseManifest = z.infer<typeof CourseManifest>

/** Every well-formed lesson, whatever is wrong elsewhere, so that their files are checked too. */
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
}

/**
 * The course, unless something is wrong with it, and the lessons and pictures that can be read in
 * either case.
 */
export interface ReadManifest {
  manifest: CourseManifest | undefined
  problems: OrderedProblem[]
  lessons: PlacedLesson[]
  pictures: PlacedPicture[]
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
  return { manifest, problems, lessons, pictures: placePictures(yaml) }
}

function placeLesson(
  yaml: YamlFile,
  entry: LessonEntry,
  { section, index }: { section: number; index: number },
): PlacedLesson {
  const path = ['sections', section, 'lessons', index]
  const { order } = yaml.placeOf(path)
  const { line: fileLine } = yaml.placeOf([...path, 'file'])
  const { line: keyLine } = yaml.placeOf([...path, entry.key === undefined ? 'file' : 'key'])
  return { entry, section, order, fileLine, keyLine }
}

function fieldNames(path: readonly PropertyKey[]): string[] {
  if (path[0] === 'certificate') return certificateFieldNames(path)
  if (path[0] === 'price') return Object.keys(Price.shape)
  if (path[0] !== 'sections') return Object.keys(CourseManifest.shape)
  return Object.keys(path.includes('lessons') ? LessonEntry.shape : Section.shape)
}
