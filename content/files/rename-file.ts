import type { LessonDetails } from '../lessons/lesson-type-names.ts'
import { writtenIn } from '../lessons/types.ts'
import { replaceTargets } from '../markdown/references.ts'
import { pathOfTarget } from './file-links.ts'

/** The paths of a file before and after, from the course's root. */
export interface NewPath {
  from: string
  to: string
}

/** Writes the new path into the links and pictures of a text that name the file. */
export function renameInText(markdown: string, { from, to }: NewPath): string {
  // Looking for links costs more than this, and most texts hold none.
  if (!/[[<]/u.test(markdown)) return markdown
  return replaceTargets(markdown, ({ target }) =>
    pathOfTarget(target) === from
      ? toTarget(to) + (/[?#].*$/su.exec(target)?.[0] ?? '')
      : undefined,
  )
}

/** Encodes what would end a target, or mean something else in it. */
function toTarget(path: string): string {
  return path.replace(
    /[\s%#?&<>()[\]{}"'`\\]/gu,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/**
 * Writes the new path into what a lesson has beside its text, as its author wrote it: questions
 * with their words.
 */
export function renameInDetails(details: LessonDetails, { from, to }: NewPath): LessonDetails {
  const renamed = { ...details }
  for (const { type, value, text, withPaths, linksFiles } of writtenIn(details)) {
    const moved = withPaths?.(value, (path) => (path === from ? to : path)) ?? value
    const own = text === undefined ? undefined : moved[text]
    const words = typeof own === 'string' ? { [`${text}`]: renameInText(own, { from, to }) } : {}
    const whole = { ...moved, ...words }
    renamed[type] = linksFiles ? (renameWithin(whole, { from, to }) as typeof whole) : whole
  }
  return renamed
}

function renameWithin(value: unknown, paths: NewPath): unknown {
  if (typeof value === 'string') return renameInText(value, paths)
  if (Array.isArray(value)) return value.map((item) => renameWithin(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [name, renameWithin(item, paths)])
  return Object.fromEntries(entries)
}
