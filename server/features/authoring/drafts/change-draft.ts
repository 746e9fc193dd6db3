import type { CourseTerms } from '../../../../content/course-fields.ts'
import { termsOf } from '../../../../content/course-fields.ts'
import {
  type DraftRow,
  findDraft,
  insertDraft,
  lockDraft,
  openDraft,
  updateDraft,
} from '../../../../db/queries/authoring/drafts/drafts.ts'
import type { DraftOutline } from '../../../../db/schema/authoring/drafts.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/**
 * Whether a draft is open that content from elsewhere would replace. A first draft has no version
 * to fall back to, so without lessons nothing is lost. Keeps it from being written to until the
 * transaction ends.
 */
export async function lockWrittenDraft(db: Deps['db'], courseId: string): Promise<boolean> {
  await lockDraft(db, courseId)
  const draft = await findDraft(db, courseId)
  return draft?.isOpen === true && (draft.currentVersion !== null || draft.lessons.length > 0)
}

interface ChangeOptions {
  courseId: string
  /** Revision of the draft; undefined if something else decides. */
  revision?: number | undefined
  /** Source of the new content; null for a change that brings none. */
  from?: DraftRow['managedBy'] | null
}

/**
 * Runs a change of the draft in one transaction, which no other change overlaps.
 * @throws CourseNotFound, ManagedElsewhere, DraftChanged
 */
export function changeDraft<Result>(
  ctx: ActorDeps,
  { courseId, revision, from = 'http' }: ChangeOptions,
  change: (ctx: ActorDeps, draft: DraftRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(
    ctx,
    async (inner) => {
      await lockDraft(inner.db, courseId)
      const draft = await findDraft(inner.db, courseId)
      if (draft === undefined) throw new AppError('CourseNotFound')
      if (from !== null && draft.managedBy !== from) throw managedElsewhere(draft.managedBy)
      if (revision !== undefined && revision !== draft.revision) throw draftChanged(draft)
      return change(inner, draft)
    },
    `draft ${courseId}`,
  )
}

function managedElsewhere(managedBy: DraftRow['managedBy']): AppError {
  return managedBy === 'folder'
    ? new AppError('ManagedElsewhere')
    : new AppError('ManagedElsewhere', {
        message:
          'The content of this course is written over the API. Take it over to import it from a ' +
          'folder from now on.',
      })
}

export function draftChanged({ revision }: { revision: number }): AppError {
  return new AppError('DraftChanged', { facts: { revision } })
}

/**
 * Counts a change of the draft, opening one if none is open, and replaces what is given. Returns
 * the new revision.
 * @throws DraftChanged
 */
export async function advanceDraft(
  { db, now, user }: ActorDeps,
  { courseId, revision, isOpen }: Pick<DraftRow, 'courseId' | 'revision' | 'isOpen'>,
  whole: WholeChange = {},
): Promise<number> {
  const change = { courseId, writer: user?.id ?? null, now: now() }
  const next = revision + 1
  if (!isOpen && !(await openDraft(db, { ...change, revision }))) throw draftChanged({ revision })

  // Keeps the revision, as opening has counted already.
  const current = isOpen ? revision : next
  if (isOpen || Object.keys(whole).length > 0) {
    const isCurrent = await updateDraft(db, { ...change, ...whole, revision: current, next })
    if (!isCurrent) throw draftChanged({ revision })
  }
  return next
}

interface WholeChange {
  outline?: DraftOutline
  terms?: CourseTerms
  baseVersion?: number | null
}

/**
 * Changes what an open draft says about the course, and its base version if that changed too.
 * Returns the new revision; undefined if no draft is open.
 * @throws CourseNotFound
 */
export function changeDraftTerms(
  ctx: ActorDeps,
  {
    courseId,
    terms,
    baseVersion,
  }: { courseId: string; terms: Partial<CourseTerms>; baseVersion?: number },
): Promise<number | undefined> {
  return inTransaction(
    ctx,
    async (inner) => {
      await lockDraft(inner.db, courseId)
      const draft = await findDraft(inner.db, courseId)
      if (draft === undefined) throw new AppError('CourseNotFound')
      if (!draft.isOpen) return undefined

      return advanceDraft(inner, draft, {
        terms: termsOf({ ...draft, ...terms }),
        ...(baseVersion !== undefined && { baseVersion }),
      })
    },
    `draft ${courseId}`,
  )
}

/** Gives a course that was never published a draft without sections and lessons. */
export async function beginDraft(
  { db, now, user }: ActorDeps,
  { courseId, terms }: { courseId: string; terms: CourseTerms },
): Promise<void> {
  await insertDraft(db, { courseId, terms, writer: user?.id ?? null, now: now() })
}
