import { z } from 'zod'
import { pathOfTarget } from '../../content/files/file-links.ts'
import {
  type LessonDetails,
  type LessonType,
  lessonTypeNames,
} from '../../content/lessons/lesson-type-names.ts'
import { ownOf, ownTypes } from '../../content/lessons/types.ts'
import { findReferences } from '../../content/markdown/references.ts'
import { mistake, type Problem } from '../reading/course-folder-error.ts'
import type { YamlFile } from '../reading/yaml-file.ts'
import { problemsOf } from '../reading/yaml-problems.ts'

/** Front matter fields of every lesson. */
const shared = z.object({
  type: z.unknown(),
  title: z.unknown(),
  minutes: z.unknown(),
  teaching: z.unknown(),
  exercises: z.unknown(),
}).shape

/**
 * Returns the type of a lesson whose file can state it: that of its front matter, unless
 * course.yaml states one.
 */
export function typeIn(frontMatter: YamlFile, stated: LessonType): LessonType {
  const { type } = Object(frontMatter.value)
  if (type === undefined || type === stated) return stated
  const told = lessonTypeNames.find((name) => name === type)
  if (told !== undefined && stated === 'text' && ownOf(told)?.inText !== undefined) return told
  // Ignores a type of another tool.
  if (told === undefined || ownTypes.every((own) => own.type !== told || !own.inText)) return stated
  throw mistake(
    frontMatter.file,
    frontMatter.placeOf(['type']).line,
    `the lesson is of type ${stated} in course.yaml: say the same here`,
  )
}

export interface OwnTextOf {
  key: string
  type: LessonType
  content: string
  frontMatter: YamlFile
  /** The line in the file on which the content begins. */
  contentLine: number
}

/** Reads what a lesson's own file holds beside its text; null for types that keep it elsewhere. */
export function readInText({
  key,
  type,
  content,
  frontMatter,
  contentLine,
}: OwnTextOf): { content: string; details: LessonDetails } | { problems: Problem[] } | null {
  const { inText } = ownOf(type) ?? {}
  if (inText === undefined) return null
  const { file, value } = frontMatter
  const known = z.strictObject({ ...shared, ...inText.fields.shape }).partial()
  const { data, error } = known.safeParse(value ?? {})
  if (error !== undefined)
    return {
      problems: problemsOf(frontMatter, error.issues, () => Object.keys(known.shape)).map(
        ({ problem }) => problem,
      ),
    }
  const read = inText.read(data, content, key)
  if (Array.isArray(read))
    return {
      problems: read.map(({ line, message }) => ({
        file,
        line: contentLine - 1 + line,
        message,
      })),
    }
  return { content: read.content, details: { [type]: read.written } }
}

/** Lists the files that its details name: where the text is Markdown, not all are found. */
export function filesIn(details: LessonDetails): string[] {
  const texts = stringsIn(details).flatMap((text) => findReferences(text))
  const targets = texts.filter(({ kind }) => kind !== 'include')
  return targets.flatMap(({ target }) => pathOfTarget(target) ?? [])
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
