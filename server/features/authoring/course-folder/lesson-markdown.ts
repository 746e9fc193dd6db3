import { z } from 'zod'
import { CourseFolderError } from './course-folder-error.ts'
import { minutes, text } from './field-schemas.ts'
import { findHeading } from './markdown-heading.ts'
import { readYaml } from './yaml-file.ts'
import { firstProblem } from './yaml-problems.ts'

const WORDS_PER_MINUTE = 200

/** The fields we know; others belong to other tools. */
const FrontMatter = z.looseObject(
  {
    title: text(200).exactOptional(),
    teaching: minutes(0).exactOptional(),
    exercises: minutes(0).exactOptional(),
  },
  { error: 'must have fields, like title: My lesson' },
)
type FrontMatter = z.infer<typeof FrontMatter>

export interface LessonMarkdown {
  title: string
  minutes: number
  content: string
}

/**
 * Title, minutes and content of a lesson's file. The title is the given one, else the front
 * matter's, else the first heading, which then leaves the content.
 * @throws CourseFolderError
 */
export function readLessonMarkdown(
  file: string,
  markdown: string,
  givenTitle: string | undefined,
): LessonMarkdown {
  const { frontMatter, body, bodyLine } = splitFrontMatter(file, markdown)
  if (!/\S/u.test(body)) throw new CourseFolderError(file, bodyLine, 'this lesson is empty')

  const title = givenTitle ?? frontMatter.title
  const { teaching, exercises } = frontMatter
  const statedMinutes = (teaching ?? 0) + (exercises ?? 0)
  if (title !== undefined) {
    return {
      title,
      minutes: statedMinutes || estimateMinutes(body),
      content: withoutBlankEdges(body),
    }
  }

  const heading = findHeading(body)
  if (heading === undefined)
    throw new CourseFolderError(
      file,
      bodyLine,
      'this lesson has no title: give it a heading, or a title in its front matter',
    )
  const headingLine = bodyLine + heading.line
  const { data, error } = text(200).safeParse(heading.title)
  if (error !== undefined)
    throw new CourseFolderError(file, headingLine, `this heading ${error.issues[0]?.message}`)

  const content = withoutBlankEdges(heading.rest)
  if (content === '')
    throw new CourseFolderError(
      file,
      headingLine,
      'this lesson is empty: it has nothing but a heading',
    )
  return { title: data, minutes: statedMinutes || estimateMinutes(body), content }
}

function splitFrontMatter(
  file: string,
  markdown: string,
): { frontMatter: FrontMatter; body: string; bodyLine: number } {
  const lines = markdown.split('\n')
  if (lines[0]?.trimEnd() !== '---') return { frontMatter: {}, body: markdown, bodyLine: 1 }

  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end < 0)
    throw new CourseFolderError(file, 1, 'the front matter that starts here has no closing ---')

  // The opening line stays: it is valid YAML, and keeps the numbers of the lines right.
  const yaml = readYaml(file, lines.slice(0, end).join('\n'))
  const { data, error } = FrontMatter.safeParse(yaml.value ?? {})
  if (error !== undefined) throw firstProblem(yaml, error.issues, () => []).error
  return { frontMatter: data, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 }
}

/** Words as the script in question divides them: Chinese and Thai have no spaces between theirs. */
function estimateMinutes(content: string): number {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter('und', { granularity: 'word' }).segment(
    content,
  )) {
    if (isWordLike) words += 1
  }
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

function withoutBlankEdges(content: string): string {
  return content.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd()
}
