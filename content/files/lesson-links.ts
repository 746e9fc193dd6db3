import { localPath, replaceLinkTargets } from '../markdown/references.ts'

const fileLink = /^(?:\.\/)?([^/]+)\.md$/u
const keyPattern = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u

/** Returns the keys that links may name; a lesson's former keys lead to it as well. */
export function linkableKeys(
  lessons: readonly { key: string; formerKeys: readonly string[] }[],
): Set<string> {
  return new Set(lessons.flatMap(({ key, formerKeys }) => [key, ...formerKeys]))
}

/**
 * Turns links to the file of another lesson (`key.md`, `key.md#anchor`) into links that every
 * version of the course resolves. Code and pictures, and links to anything else, stay as they are.
 * Without `keys`, whatever may be a key is one.
 */
export function resolveLessonLinks(
  markdown: string,
  { courseId, keys }: { courseId: string; keys?: ReadonlySet<string> },
): string {
  return replaceLinkTargets(markdown, (target) => {
    const key = fileLink.exec(localPath(target) ?? '')?.[1]?.normalize('NFC')
    if (key === undefined || target.includes('?')) return undefined
    if (!(keys?.has(key) ?? keyPattern.test(key))) return undefined
    return `${storedFolderOf(courseId)}${encodeURIComponent(key)}${anchorOf(target)}`
  })
}

/** Turns the links of resolveLessonLinks() into addresses of the API. */
export function showLessonLinks(markdown: string, courseId: string): string {
  return markdown.replaceAll(storedFolderOf(courseId), shownFolderOf(courseId))
}

/** Turns the links of resolveLessonLinks() back, as authors write them. */
export function toFileLinks(markdown: string, courseId: string): string {
  return replaceLinkTargets(markdown, (target) => {
    const key = keyLinkedTo(target, courseId)
    return key && `${key}.md${anchorOf(target)}`
  })
}

/** Returns the key in a link to a lesson, stored or shown; undefined for any other link. */
export function keyLinkedTo(target: string, courseId: string): string | undefined {
  const folders = [storedFolderOf(courseId), shownFolderOf(courseId)]
  const folder = folders.find((start) => target.startsWith(start))
  if (folder === undefined || target.includes('?')) return undefined
  const key = localPath(target)?.slice(folder.length)
  return key !== undefined && keyPattern.test(key) ? key : undefined
}

/** Returns what every link to a lesson of this course contains. */
export function lessonFolderOf(courseId: string): string {
  return `/courses/${courseId}/lessons/`
}

/** Never changes: the texts of versions contain it, and so do their hashes. */
function storedFolderOf(courseId: string): string {
  return `/api${lessonFolderOf(courseId)}`
}

function shownFolderOf(courseId: string): string {
  return `/api/v1${lessonFolderOf(courseId)}`
}

/** Returns the anchor with its `#`; empty if there is none. */
function anchorOf(target: string): string {
  return /#.*$/su.exec(target)?.[0] ?? ''
}
