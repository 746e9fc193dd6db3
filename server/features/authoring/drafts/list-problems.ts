import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { findDraftProblems } from './find-draft-problems.ts'
import { readDraftContent } from './read-draft.ts'
import { type DraftProblems, type ListProblemsInput, maxProblems } from './schema.ts'

/**
 * Lists what is wrong with a draft, or with one of its lessons. The current version has no problems.
 * @throws DraftNotFound
 */
export async function listProblems(
  { db }: Pick<Deps, 'db'>,
  { courseId, key }: ListProblemsInput,
): Promise<DraftProblems> {
  const draft = await readDraftContent(db, courseId, key === undefined ? true : { of: key })
  if (draft === undefined) {
    const current = await findDraft(db, courseId)
    if (current === undefined) throw new AppError('DraftNotFound')
    return { revision: current.revision, items: [], count: 0 }
  }
  const all = await findDraftProblems(draft)
  const own = key === undefined ? all : all.filter(({ path }) => path.startsWith(`lessons.${key}.`))
  return { revision: draft.revision, items: own.slice(0, maxProblems), count: own.length }
}

/** Counts what keeps a draft from being published, but for the words of its texts, which are not read. */
export async function countErrors({ db }: Pick<Deps, 'db'>, courseId: string): Promise<number> {
  const draft = await readDraftContent(db, courseId, { of: '' })
  const found = draft === undefined ? [] : await findDraftProblems(draft)
  return found.filter(({ severity }) => severity === 'error').length
}
