import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent } from '../../../../content/draft.ts'
import { pathOfTarget } from '../../../../content/files/file-links.ts'
import { findReferences } from '../../../../content/markdown/references.ts'
import { type DraftProblem, warning } from '../../../../content/rules/draft-problem.ts'
import { findLessonBodies } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { maxReferenceProblems } from '../drafts/find-draft-problems.ts'
import type { ComparedContent } from './types.ts'

const textsAtOnce = 20

/**
 * Finds files that unchanged texts of the draft show, and that the course no longer has. Reads only
 * these texts, a few at a time.
 */
export async function findLostFiles(
  db: Deps['db'],
  { before, draft }: { before: ComparedContent | undefined; draft: DraftContent },
): Promise<DraftProblem[]> {
  const lostByBody = lostFiles(before, draft.files)
  const affected = draft.sections
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ key, bodySha256 }) => {
      const lost = lostByBody.get(bodySha256 ?? '')
      return lost === undefined || bodySha256 === null ? [] : [{ key, bodySha256, lost }]
    })

  const problems: DraftProblem[] = []
  for (let start = 0; start < affected.length; start += textsAtOnce) {
    const some = affected.slice(start, start + textsAtOnce)
    const texts = await findLessonBodies(
      db,
      some.map(({ bodySha256 }) => bodySha256),
    )
    for (const { key, bodySha256, lost } of some) {
      await nextTurn()
      problems.push(...problemsOf(texts.get(bodySha256) ?? '', { key, lost }))
    }
  }
  return problems
}

/** Returns the paths that are gone, by the hashes of the lesson texts that showed them. */
function lostFiles(
  before: ComparedContent | undefined,
  library: DraftContent['files'],
): Map<string, Set<string>> {
  const lost = new Map<string, Set<string>>()
  for (const { bodySha256, files } of before?.lessons ?? []) {
    const gone = Object.keys(files ?? {}).filter((path) => !Object.hasOwn(library, path))
    if (gone.length > 0)
      lost.set(bodySha256, new Set(gone).union(lost.get(bodySha256) ?? new Set()))
  }
  return lost
}

function problemsOf(
  text: string,
  { key, lost }: { key: string; lost: ReadonlySet<string> },
): DraftProblem[] {
  return findReferences(text)
    .filter(({ kind, target }) => kind !== 'include' && lost.has(pathOfTarget(target) ?? ''))
    .slice(0, maxReferenceProblems)
    .map(({ target, line }) =>
      warning(
        `lessons.${key}.content`,
        `Line ${line}: ${target} is a file that the course has no more: upload it under this ` +
          'path again, or correct it.',
        { code: 'noFile', name: target, line },
      ),
    )
}
