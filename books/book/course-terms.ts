import { z } from 'zod'
import type { CourseContent } from '../../content/draft.ts'
import { CourseSlug, must } from '../../lib/fields/field-schemas.ts'
import { LanguageTag } from '../../lib/schema.ts'
import { CourseManifest } from '../folder/course-manifest.ts'
import { type CourseFiles, maxManifestBytes, readText } from '../reading/course-files.ts'
import { CourseFolderError } from '../reading/course-folder-error.ts'
import type { FormatOptions, StatedTerms } from '../reading/types.ts'
import { readYaml } from '../reading/yaml-file.ts'
import { problemsOf } from '../reading/yaml-problems.ts'
import { plainTitle } from './read-page.ts'

const TERMS = 'lyceum.yaml'

const { certificate: _, sections: __, ...shape } = CourseManifest.shape

/** The fields of a course.yaml that no other format states, in a file beside the format's own. */
const LyceumYaml = z.strictObject(
  {
    ...optional(shape),
    framework: z.enum(['pt', 'tf'], must('be pt or tf')).exactOptional(),
  },
  must('have fields, like slug: my-course'),
)
export type LyceumYaml = z.infer<typeof LyceumYaml>

function optional<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, schema.exactOptional()])
  return Object.fromEntries(fields) as { [N in keyof Shape]: z.ZodExactOptional<Shape[N]> }
}

/**
 * Reads the lyceum.yaml of a course in another format; empty if there is none.
 * @param files those of the course's folder
 * @throws CourseFolderError
 */
export async function readLyceumYaml(files: CourseFiles): Promise<LyceumYaml> {
  if (!(await files.has(TERMS))) return {}
  const file = files.labelOf(TERMS)
  const mention = { file, line: 1 }
  const yaml = readYaml(file, await readText(files, TERMS, { maxBytes: maxManifestBytes, mention }))
  const { data, error } = LyceumYaml.safeParse(yaml.value ?? {})
  if (error === undefined) return data
  throw new CourseFolderError(
    problemsOf(yaml, error.issues, () => Object.keys(LyceumYaml.shape)).map(
      ({ problem }) => problem,
    ),
  )
}

interface Sources {
  /** The folder's lyceum.yaml, as mistakes name it. */
  file: string
  given: LyceumYaml
  stated: StatedTerms
  options: FormatOptions
  /** Markdown of the first lessons. */
  opening: string
}

/**
 * Returns the terms of a course: from lyceum.yaml, else from the format, else defaults.
 * @throws CourseFolderError
 */
export function termsOf({
  file,
  given,
  stated,
  options,
  opening,
}: Sources): Omit<CourseContent, 'sections'> {
  const { framework: _, ...fields } = given
  const title = fields.title ?? plainTitle(stated.title ?? '')
  const slug = CourseSlug.safeParse(options.slug ?? fields.slug ?? asciiSlugOf(title ?? '')).data
  const problems = [
    ...(title === undefined ? [{ file, line: 1, message: 'title is missing: add it' }] : []),
    ...(slug === undefined
      ? [{ file, line: 1, message: 'slug is missing: add it, like slug: my-course' }]
      : []),
  ]
  if (title === undefined || slug === undefined) throw new CourseFolderError(problems)
  const language = LanguageTag.safeParse(
    fields.language ?? options.language ?? stated.language ?? 'en',
  )
  const license = fields.license ?? line(stated.license)
  const source = fields.source ?? line(stated.source)
  const authors = stated.authors?.flatMap((name) => plainTitle(name)?.slice(0, 100) ?? [])
  return {
    ...(authors !== undefined && authors.length > 0 && { authors: authors.slice(0, 20) }),
    ...fields,
    slug,
    title,
    summary:
      fields.summary ??
      (cutSummary(plainWords(stated.summary ?? '')) || summaryOf(opening) || title),
    language: language.data ?? 'en',
    ...(license !== undefined && { license }),
    ...(source !== undefined && { source }),
    price: fields.price ?? { amount: 0, currency: 'USD' },
  }
}

function line(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainTitle(text)
}

/** Drops accents: slugs of courses stand in web addresses. */
function asciiSlugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, 80)
    .replace(/^-|-$/gu, '')
}

const maxSummary = 500
/** Shorter sentences are labels, dates, or names of authors. */
const fewestCharacters = 25
const sentences = new Intl.Segmenter('und', { granularity: 'sentence' })
const ofVideo = /\b(?:watch|click|view|see)\b.{0,80}\b(?:videos?|image|picture|slides)\b/iu

/**
 * Returns the first sentence of prose without its markup, skipping rows of badges, links or names.
 * Empty if there is none.
 */
function summaryOf(markdown: string): string {
  const paragraphs = markdown.slice(0, 50_000).split(/\n[ \t>]*\n/u)
  const prose = paragraphs.filter(
    (paragraph) =>
      /^ {0,3}[\p{L}\p{N}"'“*_`[(¿¡]/u.test(paragraph) &&
      !/^ {0,3}(?:[*+-]|\d+[.)])\s/u.test(paragraph),
  )
  const said = prose.filter((paragraph) => {
    const outside = plainWords(paragraph.replace(/\[[^[\]]{0,500}\](?:\([^()]{0,500}\))?/gu, ' '))
    const words = plainWords(paragraph)
    return (
      words.length >= fewestCharacters && outside.length * 2 >= words.length && !ofVideo.test(words)
    )
  })
  const whole = said.find((paragraph) => /[.!?:。！？।؟…][*_”"')\]]{0,4}(?:\s|$)/u.test(paragraph))
  const words = plainWords(whole ?? said[0] ?? '')
  let summary = ''
  for (const { segment } of sentences.segment(words.slice(0, 2_000))) {
    summary += segment
    if (summary.trim().length >= fewestCharacters) break
  }
  return cutSummary(summary.trim())
}

function cutSummary(words: string): string {
  return words.length <= maxSummary ? words : `${words.slice(0, maxSummary - 1).trimEnd()}…`
}

function plainWords(paragraph: string): string {
  return paragraph
    .replace(/!\[[^[\]]{0,500}\](?:\([^()]{0,500}\)|\[[^[\]]{0,200}\])?/gu, '')
    .replace(/\[([^[\]]{0,500})\](?:\([^()]{0,500}\)|\[[^[\]]{0,200}\])?/gu, '$1')
    .replace(/<[^<>]{0,500}>/gu, '')
    .replace(/[*_`]|\\(?=[\p{P}\p{S}])/gu, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
}
