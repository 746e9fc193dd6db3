import { localPath, replaceLinkTargets } from '../../../lib/markdown/references.ts'

const fileLink = /^(?:\.\/)?([^/]+)\.md$/u
const keyPattern = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u

/** The keys that links to lessons may name: those that they had before lead to them as well. */
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
    return `${folderOf(courseId)}${encodeURIComponent(key)}${anchorOf(target)}`
  })
}

/** Turns the links of resolveLessonLinks() back, as authors write them. */
export function toFileLinks(markdown: string, courseId: string): string {
  return replaceLinkTargets(markdown, (target) => {
    const key = keyLinkedTo(target, courseId)
    return key && `${key}.md${anchorOf(target)}`
  })
}

/** The key in a link of resolveLessonLinks(); undefined for any other link. */
export function keyLinkedTo(target: string, courseId: string): string | undefined {
  const folder = folderOf(courseId)
  if (!target.startsWith(folder) || target.includes('?')) return undefined
  const key = localPath(target)?.slice(folder.length)
  return key !== undefined && keyPattern.test(key) ? key : undefined
}

/** How every link of resolveLessonLinks() in this course begins. */
export function folderOf(courseId: string): string {
  return `/api/courses/${courseId}/lessons/`
}

/** With its `#`; empty if there is none. */
function anchorOf(target: string): string {
  return /#.*$/su.exec(target)?.[0] ?? ''
}
