import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent, DraftedLesson } from '../../../../content/draft.ts'
import { linkableKeys, resolveLessonLinks } from '../../../../content/files/lesson-links.ts'
import type { Deps } from '../../../context.ts'
import { filesOfDraft } from '../drafts/files-of-draft.ts'
import { shownCover } from '../drafts/shown-cover.ts'
import {
  sha256Of,
  type VersionLesson,
  type VersionText,
  type VersionToWrite,
} from './write-version.ts'

export type ResolvedDraft = Pick<VersionToWrite, 'text' | 'bodies'>

/**
 * Returns a draft as its version will be: links between its lessons lead to them, texts have
 * hashes, and files are those of this moment. Yields to other requests between two texts.
 */
export async function resolveDraft(
  { db }: Pick<Deps, 'db'>,
  draft: DraftContent,
): Promise<ResolvedDraft> {
  const { courseId, terms, sections } = draft
  const files = await filesOfDraft(db, draft)
  const keys = linkableKeys(sections.flatMap(({ lessons }) => lessons))
  const bodies = new Map<string, string>()

  const bodyOf = async ({ content, bodySha256 }: DraftedLesson): Promise<string> => {
    if (bodySha256 !== null) return bodySha256
    await nextTurn()
    const resolved = resolveLessonLinks(content ?? '', { courseId, keys })
    const sha256 = sha256Of(resolved)
    bodies.set(sha256, resolved)
    return sha256
  }
  const toLesson = async (drafted: DraftedLesson): Promise<VersionLesson> => {
    const { key, formerKeys, title, type, minutes, required, preview, details } = drafted
    const bodySha256 = await bodyOf(drafted)
    const fields = { key, formerKeys, title, type, minutes, required, preview }
    return { ...fields, bodySha256, details, files: files.get(key) ?? null }
  }
  const { cover, coverSha256 } = shownCover(draft)
  const text: VersionText = { terms: { ...terms, cover }, coverSha256, sections: [] }
  for (const { title, lessons } of sections) {
    const resolved: VersionLesson[] = []
    for (const lesson of lessons) resolved.push(await toLesson(lesson))
    text.sections.push({ title, lessons: resolved })
  }
  return { text, bodies: [...bodies].map(([sha256, content]) => ({ sha256, content })) }
}
