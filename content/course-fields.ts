import { z } from 'zod'
import { CourseSlug } from '../lib/fields/field-schemas.ts'
import { LanguageTag, line as lineOf, rawText } from '../lib/schema.ts'
import { courseGrades, courseLevels, courseOrders } from './course-values.ts'
import { DayRule } from './days/days.ts'
import { OutsideUrl } from './lessons/paths.ts'

/** The kind of a value. `course-manifest.ts` says how a course.yaml states it. */
export type ValueKind =
  | { is: 'line'; max: number }
  | { is: 'language' | 'slug' | 'path' | 'course' | 'day' | 'film' | 'skill' }
  | { is: 'number'; min: number; max: number }
  | { is: 'choice'; of: readonly string[] }

interface Value<Written extends z.ZodType, Shown extends z.ZodType> {
  kind: ValueKind
  /** The schema of what an author writes over the API. */
  written: Written
  /** The schema of what an answer holds, which was checked when it was written. */
  shown: Shown
}

function value<Written extends z.ZodType, Shown extends z.ZodType>(
  kind: ValueKind,
  written: Written,
  shown: Shown,
): Value<Written, Shown> {
  return { kind, written, shown }
}

const line = (max: number) => value({ is: 'line', max }, lineOf(max), z.string())
const language = value({ is: 'language' }, LanguageTag, z.string())
const slug = value(
  { is: 'slug' },
  z
    .string()
    .max(50)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u, 'must be small letters, digits and single dashes'),
  z.string(),
)
const path = value({ is: 'path' }, rawText(300), z.string())

const course = value({ is: 'course' }, CourseSlug, z.string())
const day = value({ is: 'day' }, DayRule, z.string())
const film = value(
  { is: 'film' },
  OutsideUrl.refine((url) => url.startsWith('https://'), 'must begin with https://').meta({
    pattern: String.raw`^https://\S+$`,
  }),
  z.string(),
)

/** A name and behind it, in pointed brackets, the address of its entry in a framework. */
const skillForm = /^([^<>]*[^<>\s]) <(https?:\/\/[^\s<>]+)>$/u
export const Skill = lineOf(500).regex(
  skillForm,
  'must be a name and the address of its entry in a framework, like Tie knots <https://…>',
)
const skill = value({ is: 'skill' }, Skill, z.string())

/** Returns the parts of a skill. */
export function readSkill(skill: string): { name: string; url: string } {
  const [, name = skill, url = ''] = skillForm.exec(skill) ?? []
  return { name, url }
}

function number(min: number, max: number) {
  return value({ is: 'number', min, max }, z.int().min(min).max(max), z.int())
}

function choice<const Options extends readonly [string, ...string[]]>(of: Options) {
  return value({ is: 'choice', of }, z.enum(of), z.enum(of))
}

interface About {
  description: string
  examples: unknown[]
  /** Whether the catalogue finds the course by it. */
  isSearched?: boolean
}

/** Makes a field that every course has. */
function needed<Written extends z.ZodType, Shown extends z.ZodType>(
  { kind, written, shown }: Value<Written, Shown>,
  { isSearched = false, ...words }: About,
) {
  return { kind, written: written.meta(words), shown: shown.meta(words), isSearched }
}

/** Makes a field that is null when not stated. */
function orNull<Written extends z.ZodType, Shown extends z.ZodType>(
  { kind, written, shown }: Value<Written, Shown>,
  about: About,
) {
  const nullable = { kind, written: written.nullable(), shown: shown.nullable() }
  return { ...needed(nullable, about), absent: null }
}

interface List {
  max: number
  /** The plural after "a list of" in messages about course.yaml, and the name of an entry. */
  many: string
  one: string
}

/** Makes a field that is an empty list when not stated. */
function listOf<Written extends z.ZodType, Shown extends z.ZodType>(
  { kind, written, shown }: Value<Written, Shown>,
  list: List,
  about: About,
) {
  const lists = { kind, written: z.array(written).max(list.max), shown: z.array(shown) }
  return { ...needed(lists, about), list, absent: [] }
}

/**
 * The terms that a course states: one entry here, and a column in `draftTerms` of the schema. The
 * API, course.yaml, exports, drafts, versions, comparisons and the command line follow from it.
 */
export const courseFields = {
  title: needed(line(200), { description: 'Title', examples: ['Building a course player'] }),
  summary: needed(line(500), {
    description: 'A few sentences about the course',
    examples: ['From a typed client to a certificate.'],
    isSearched: true,
  }),
  outcomes: listOf(
    line(200),
    { max: 12, many: 'sentences', one: 'outcome' },
    {
      description: 'What learners can do afterwards, a sentence each',
      examples: [['Tie six knots, and say which one holds']],
      isSearched: true,
    },
  ),
  audience: listOf(
    line(200),
    { max: 8, many: 'sentences', one: 'audience' },
    { description: 'Who it is for, a sentence each', examples: [['Whoever sails with others']] },
  ),
  needs: listOf(
    line(200),
    { max: 8, many: 'sentences', one: 'need' },
    {
      description: 'What learners should know or have before they begin, a sentence each',
      examples: [['Two metres of rope']],
    },
  ),
  hoursPerWeek: orNull(number(1, 80), {
    description: 'Hours a week that learners should plan for; null if it does not say',
    examples: [3],
  }),
  language: needed(language, {
    description: 'Language of the lessons, BCP 47',
    examples: ['en'],
  }),
  license: orNull(line(200), {
    description: 'License of the content; null for none',
    examples: ['CC-BY-4.0'],
  }),
  source: orNull(line(500), {
    description: 'Where the content comes from; null when it is original',
    examples: ['https://swcarpentry.github.io/git-novice/'],
  }),
  authors: listOf(
    line(100),
    { max: 20, many: 'names', one: 'author' },
    { description: 'Names of its authors', examples: [['Ada Lovelace']], isSearched: true },
  ),
  categories: listOf(
    slug,
    { max: 10, many: 'categories', one: 'category' },
    { description: 'Subject areas', examples: [['web-development']], isSearched: true },
  ),
  tags: listOf(
    slug,
    { max: 10, many: 'tags', one: 'tag' },
    { description: 'Keywords', examples: [['typescript']], isSearched: true },
  ),
  level: orNull(choice(courseLevels), {
    description: 'Level of the learners it is for; null if it does not say',
    examples: ['beginner'],
  }),
  cover: orNull(path, {
    description: 'Path of a PNG, JPEG or WebP of the course; null for none',
    examples: ['img/cover.png'],
  }),
  film: orNull(film, {
    description:
      'Address of a film about the course, at https://: a video file, or a page of YouTube. Its ' +
      'poster is the cover; null for none',
    examples: ['https://media.example.org/knots.mp4'],
  }),
  grade: orNull(choice(courseGrades), {
    description: 'printed: its certificates say the grade; null: they do not',
    examples: ['printed'],
  }),
  order: orNull(choice(courseOrders), {
    description:
      'sequence: each lesson opens once the required ones before it are completed; null: in any ' +
      'order',
    examples: ['sequence'],
  }),
  requires: listOf(
    course,
    { max: 20, many: 'slugs of courses', one: 'course' },
    {
      description: 'Slugs of courses and programs to complete before one can enroll',
      examples: [['first-steps']],
    },
  ),
  available: orNull(day, {
    description:
      'The day on which its lessons open to a learner, or days after their enrollment or after ' +
      'their cohort began; null: at once',
    examples: ['7 days after cohort'],
  }),
  due: orNull(day, {
    description: 'The last day to complete it, in the same form; null: none',
    examples: ['2027-06-30'],
  }),
  validFor: orNull(number(1, 600), {
    description: 'How many months its certificates are valid; null: for ever',
    examples: [24],
  }),
  credits: orNull(number(1, 600), {
    description: 'Credits that completing it is worth, such as ECTS; null if it does not say',
    examples: [5],
  }),
  skills: listOf(
    skill,
    { max: 20, many: 'skills', one: 'skill' },
    {
      description:
        'Skills that it teaches: each a name and, in pointed brackets, the address of its entry ' +
        'in a framework such as ESCO',
      examples: [['Tie knots <https://data.europa.eu/esco/skill/5f2a>']],
    },
  ),
  choose: orNull(number(1, 100), {
    description:
      'Of a program: how many of the courses that are not required have to be completed too; ' +
      'null: none',
    examples: [null],
  }),
} satisfies Record<string, CourseField>

export interface CourseField<Term = unknown> extends Value<z.ZodType<Term>, z.ZodType<Term>> {
  isSearched: boolean
  list?: List
  /** The value when not stated; without one, it must be stated. */
  absent?: Term
}

type Fields = typeof courseFields
type Name = keyof Fields
type NeededName = { [N in Name]: Fields[N] extends { absent: unknown } ? never : N }[Name]
type OtherName = Exclude<Name, NeededName>

/** The terms of a course, in a version or in an open draft. */
export type CourseTerms = { [N in Name]: z.output<Fields[N]['shown']> }

/** Terms wherever they are kept; an absent one is not stated. */
export type StatedTerms = Pick<CourseTerms, NeededName> & {
  [N in OtherName]?: CourseTerms[N] | null | undefined
}

/** Terms as course.yaml has them, without those not stated. */
export type WrittenTerms = Pick<CourseTerms, NeededName> & {
  [N in OtherName]?: NonNullable<CourseTerms[N]>
}

export const fieldEntries = Object.entries(courseFields) as [Name, CourseField][]
export const termNames = fieldEntries.map(([name]) => name)

/** The fields of answers. */
export const termsShape = shapeOf(({ shown }) => shown) as { [N in Name]: Fields[N]['shown'] }

/** The fields that authors write. */
export const writtenShape = shapeOf(({ written }) => written) as {
  [N in Name]: Fields[N]['written']
}

/** The fields for a new course: required where no default exists, optional otherwise. */
export const newTermsShape = shapeOf((field) =>
  'absent' in field ? field.written.optional() : field.written,
) as {
  [N in Name]: N extends NeededName ? Fields[N]['written'] : z.ZodOptional<Fields[N]['written']>
}

/** The fields for a change: an absent one stays as it is. */
export const changesShape = z.object(writtenShape).partial().shape

function shapeOf(schemaOf: (field: CourseField) => z.ZodType): object {
  return Object.fromEntries(fieldEntries.map(([name, field]) => [name, schemaOf(field)]))
}

/** Returns the terms alone, each of them stated. */
export function termsOf(stated: StatedTerms): CourseTerms {
  const terms = fieldEntries.map(([name, { absent }]) => [name, stated[name] ?? absent])
  return Object.fromEntries(terms)
}

/** Returns the terms that differ from their defaults. */
export function statedIn(terms: StatedTerms): WrittenTerms {
  const isStated = ([name, { absent }]: [Name, CourseField]) =>
    JSON.stringify(terms[name] ?? absent) !== JSON.stringify(absent)
  const stated = fieldEntries.filter(isStated).map(([name]) => [name, terms[name]])
  return Object.fromEntries(stated)
}
