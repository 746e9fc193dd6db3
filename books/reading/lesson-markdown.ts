import { z } from 'zod'
import { findHeading } from '../../content/markdown/markdown-heading.ts'
import { findReferences, type Reference } from '../../content/markdown/references.ts'
import { tidyMarkdown } from '../../content/markdown/tidy.ts'
import { describeUnsafe, findUnsafeTargets } from '../../content/markdown/unsafe-targets.ts'
import { minutes, text } from '../../lib/fields/field-schemas.ts'
import { CourseFolderError, mistake, type Problem } from './course-folder-error.ts'
import { readYaml, type YamlFile } from './yaml-file.ts'
import { problemsOf } from './yaml-problems.ts'

const WORDS_PER_MINUTE = 200
/** The longest front matter: reading YAML is expensive, and a course has a thousand lessons. */
const MAX_FRONT_MATTER = 20_000
const MAX_UNSAFE_TARGETS = 20

/** The fields we know; others belong to other tools. */
const FrontMatter = z.looseObject(
  {
    title: text(200).exactOptional(),
    minutes: minutes(1).exactOptional(),
    teaching: minutes(0).exactOptional(),
    exercises: minutes(0).exactOptional(),
  },
  { error: 'must have fields, like title: My lesson' },
)
type FrontMatter = z.infer<typeof FrontMatter>

/** Fields of the lesson in course.yaml; they override the file. */
export interface GivenFields {
  title?: string
  minutes?: number
  /** Length of its video, added to estimated minutes. */
  seconds?: number
  /** Set if it shows something beside its text. */
  mayBeEmpty?: boolean
}

export interface LessonMarkdown {
  title: string
  minutes: number
  content: string
  /** References with their lines in the file. */
  references: Reference[]
  frontMatter: YamlFile
  /** The line in the file on which the content begins. */
  contentLine: number
}

/**
 * Reads a lesson's file. Takes the title from course.yaml, else the front matter, else the first
 * heading, which then leaves the content; the minutes from course.yaml, else the front matter's
 * `minutes`, else its `teaching` plus `exercises`, else a minute for 200 words.
 * @throws CourseFolderError with every mistake in the file.
 */
export function readLessonMarkdown(
  file: string,
  markdown: string,
  given: GivenFields,
): LessonMarkdown {
  const { yaml, body, bodyLine } = splitFrontMatter(file, markdown)
  const problems: Problem[] = []
  const read = keepProblems(problems, () => readFrontMatter(file, yaml))
  const frontMatter = read?.fields
  const title = given.title ?? frontMatter?.title
  // Unreadable front matter may hold the title.
  const mustHaveHeading = title === undefined && frontMatter !== undefined
  const { seconds = 0, mayBeEmpty = false } = given
  const text = keepProblems(problems, () =>
    readBody(file, { body, bodyLine, mustHaveHeading, mayBeEmpty }),
  )
  problems.push(...findUnsafeLinks(file, { body, bodyLine }))
  if (read === undefined || frontMatter === undefined || text === undefined || problems.length > 0)
    throw new CourseFolderError(problems)

  const { teaching = 0, exercises = 0 } = frontMatter
  const stated = given.minutes ?? frontMatter.minutes ?? teaching + exercises
  return {
    title: title ?? text.heading,
    minutes: stated || estimateMinutes(body, seconds),
    content: text.content,
    references: findReferences(body).map(({ line, ...reference }) => ({
      ...reference,
      line: bodyLine - 1 + line,
    })),
    frontMatter: read.yaml,
    contentLine: linesOf(markdown.trimEnd()) - linesOf(text.content) + 1,
  }
}

function linesOf(text: string): number {
  return text.split('\n').length
}

/** Finds links and pictures of a text that a browser would run. */
export function findUnsafeLinks(
  file: string,
  { body, bodyLine = 1 }: { body: string; bodyLine?: number },
): Problem[] {
  return findUnsafeTargets(body, { limit: MAX_UNSAFE_TARGETS }).map((found) => ({
    file,
    line: bodyLine - 1 + found.line,
    message: describeUnsafe(found),
  }))
}

function keepProblems<Result>(problems: Problem[], read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CourseFolderError)) throw error
    problems.push(...error.problems)
    return undefined
  }
}

/** Splits the front matter, as YAML, from the text and the line where it starts. */
function splitFrontMatter(
  file: string,
  markdown: string,
): { yaml: string; body: string; bodyLine: number } {
  const lines = markdown.split('\n')
  if (lines[0]?.trimEnd() !== '---') return { yaml: '', body: markdown, bodyLine: 1 }

  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end < 0)
    throw mistake(file, 1, 'the front matter that starts here has no closing ---: add it')
  // Keeps the opening line: it is valid YAML, and keeps the line numbers right.
  const yaml = lines.slice(0, end).join('\n')
  if (yaml.length > MAX_FRONT_MATTER)
    throw mistake(
      file,
      1,
      `the front matter that starts here has more than ${MAX_FRONT_MATTER} characters: shorten it`,
    )
  return { yaml, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 }
}

function readFrontMatter(file: string, text: string): { yaml: YamlFile; fields: FrontMatter } {
  const yaml = readYaml(file, text)
  const { data, error } = FrontMatter.safeParse(yaml.value ?? {})
  if (error === undefined) return { yaml, fields: data }
  throw new CourseFolderError(
    problemsOf(yaml, error.issues, () => []).map(({ problem }) => problem),
  )
}

interface Body {
  body: string
  bodyLine: number
  /** Whether the title has to be its first heading. */
  mustHaveHeading: boolean
  mayBeEmpty: boolean
}

function readBody(
  file: string,
  { body, bodyLine, mustHaveHeading, mayBeEmpty }: Body,
): { heading: string; content: string } {
  if (!/\S/u.test(body) && !(mayBeEmpty && !mustHaveHeading))
    throw mistake(file, bodyLine, 'this lesson is empty: write its text, or remove the lesson')
  if (!mustHaveHeading) return { heading: '', content: tidyMarkdown(body) }

  const heading = findHeading(body)
  if (heading === undefined)
    throw mistake(
      file,
      bodyLine,
      'this lesson has no title: give it a heading, or a title in its front matter',
    )
  const headingLine = bodyLine + heading.line
  const { data, error } = text(200).safeParse(heading.title)
  if (error !== undefined)
    throw mistake(file, headingLine, `this heading ${error.issues[0]?.message}`)

  const content = tidyMarkdown(heading.rest)
  if (content === '' && !mayBeEmpty)
    throw mistake(
      file,
      headingLine,
      'this lesson has nothing but a heading: write its text, or remove the lesson',
    )
  return { heading: data, content }
}

/** Counts words as their script divides them: Chinese and Thai put no spaces between them. */
function estimateMinutes(content: string, seconds: number): number {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  let words = 0
  for (const { isWordLike } of segmenter.segment(content)) {
    if (isWordLike) words += 1
  }
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + seconds / 60))
}
