import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent, DraftedLesson } from '../../../../content/draft.ts'
import {
  keyLinkedTo,
  lessonFolderOf,
  linkableKeys,
} from '../../../../content/files/lesson-links.ts'
import { findReferences } from '../../../../content/markdown/references.ts'
import { type DraftProblem, warning } from '../../../../content/rules/draft-problem.ts'
import { findBodiesContaining } from '../../../../db/queries/authoring/impact.ts'
import type { Deps } from '../../../context.ts'
import { maxReferenceProblems } from '../drafts/find-draft-problems.ts'
import type { ComparedContent } from './types.ts'

const lessonsInOneStep = 20

/**
 * Finds links from unchanged texts to lessons that the draft deletes. Reads texts only if it
 * deletes any, a few at a time, and only those that link to a lesson.
 */
export async function findBrokenLinks(
  db: Deps['db'],
  { before, draft }: { before: ComparedContent | undefined; draft: DraftContent },
): Promise<DraftProblem[]> {
  const lessons = draft.sections.flatMap((section) => section.lessons)
  const gone = linkableKeys(before?.lessons ?? []).difference(linkableKeys(lessons))
  if (gone.size === 0) return []

  const { courseId } = draft
  const kept = lessons.filter(({ content }) => content === null)
  const problems: DraftProblem[] = []
  for (let at = 0; at < kept.length; at += lessonsInOneStep) {
    const step = kept.slice(at, at + lessonsInOneStep)
    const texts = await findBodiesContaining(db, {
      sha256s: step.flatMap(({ bodySha256 }) => bodySha256 ?? []),
      part: lessonFolderOf(courseId),
    })
    for (const lesson of step) {
      const text = texts.get(lesson.bodySha256 ?? '')
      if (text === undefined) continue
      await nextTurn()
      problems.push(...brokenIn(text, { lesson, courseId, gone }))
    }
  }
  return problems
}

function brokenIn(
  text: string,
  { lesson, courseId, gone }: { lesson: DraftedLesson; courseId: string; gone: Set<string> },
): DraftProblem[] {
  return findReferences(text)
    .flatMap(({ kind, target, line }) => {
      const key = kind === 'link' ? keyLinkedTo(target, courseId) : undefined
      if (key === undefined || !gone.has(key)) return []
      const message = `Line ${line}: ${key}.md leads to a lesson that this draft deletes.`
      const facts = { code: 'noLesson' as const, name: `${key}.md`, line }
      return [warning(`lessons.${lesson.key}.content`, message, facts)]
    })
    .slice(0, maxReferenceProblems)
}
