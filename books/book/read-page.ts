import { findHeading } from '../../content/markdown/markdown-heading.ts'
import { text as textSchema } from '../../lib/fields/field-schemas.ts'
import type { Mention } from '../reading/course-files.ts'
import { CourseFolderError } from '../reading/course-folder-error.ts'
import { type LessonMarkdown, readLessonMarkdown } from '../reading/lesson-markdown.ts'
import type { PlacedReference } from '../reading/page-targets.ts'
import type { Page } from '../reading/types.ts'

const Title = textSchema(200)

/** The lesson of a page, with the places of its links and pictures. */
export interface ReadPage extends LessonMarkdown {
  references: PlacedReference[]
}

/**
 * Reads the lesson of a page. A heading at the top of the text becomes its title and leaves it;
 * else the table of contents gives the title. A page without text keeps its heading as its text.
 * @param file the page's file as mistakes name it
 * @throws CourseFolderError with every mistake, at its line in the file
 */
export function readPage(file: string, page: Page): ReadPage {
  const placeOf = (line: number): Mention => ({
    file: page.lineFiles?.[line - 1] ?? file,
    line: page.lines?.[line - 1] ?? line,
  })
  const { text, title } = withTitle(page)
  try {
    const lesson = readLessonMarkdown(file, text, {
      ...(title !== undefined && { title }),
      ...(page.minutes !== undefined && { minutes: page.minutes }),
    })
    const references = lesson.references.map((it) => ({ ...it, ...placeOf(it.line) }))
    return { ...lesson, references }
  } catch (error) {
    if (!(error instanceof CourseFolderError)) throw error
    throw new CourseFolderError(
      error.problems.map((problem) => ({ ...problem, ...placeOf(problem.line) })),
    )
  }
}

/** Returns the words of a heading or entry without markup; undefined if they cannot be a title. */
export function plainTitle(markup: string): string | undefined {
  const words = findHeading(`# ${markup.replace(/\s+/gu, ' ').trim()}`)?.title
  return Title.safeParse(words).data
}

/** Returns the page's text, and its title unless the text contains it. */
function withTitle({ text, title: listed, ownTitle }: Page): {
  text: string
  title: string | undefined
} {
  const body = withoutFrontMatter(text)
  const heading = findHeading(body)
  const own = plainTitle(heading?.title ?? '')
  const given = ownTitle ?? plainTitle(listed ?? '')
  if (!/\S/u.test(body)) return { text: `${text}\n# ${given ?? ''}`, title: given }
  if (heading === undefined || own === undefined || ownTitle !== undefined)
    return { text, title: given }
  if (!/\S/u.test(heading.rest)) return { text, title: own }
  const above = body.split('\n').slice(0, heading.line)
  const isAtTop = above.every((line) => /^\s*(?:<!--.*-->\s*)?$/u.test(line))
  return { text, title: isAtTop ? undefined : (given ?? undefined) }
}

function withoutFrontMatter(text: string): string {
  const lines = text.split('\n')
  if (lines[0]?.trimEnd() !== '---') return text
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  return end < 0 ? text : lines.slice(end + 1).join('\n')
}
