import type { DraftContent } from '../../../../content/draft.ts'
import { closeDraft, lockDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import {
  type LockedCourse,
  lockCourseToWrite,
} from '../../../../db/queries/courses/courses/courses.ts'
import { lockRequirements } from '../../../../db/queries/courses/courses/requirements.ts'
import { type ActorDeps, type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePrintable } from '../../platform/branding/course-branding.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { type Publisher, publisherOf, requireConsents } from '../consents/require-consents.ts'
import { draftChanged } from '../drafts/change-draft.ts'
import { findDraftProblems } from '../drafts/find-draft-problems.ts'
import { readDraftContent } from '../drafts/read-draft.ts'
import { countsTheSame } from '../impact/compare-contents.ts'
import { changedRules, mayLockMore } from '../impact/rules.ts'
import { maxProblemsInImpact } from '../impact/schema.ts'
import { startMove } from '../moves/start-move.ts'
import { readVersion } from './read-version.ts'
import { type ResolvedDraft, resolveDraft } from './resolve-draft.ts'
import type { Publication, PublishInput } from './schema.ts'
import { hashOf, type VersionToWrite, writeVersion } from './write-version.ts'

/**
 * Does the same for callers who may send an Idempotency-Key, and then get the first answer again.
 */
export function publishOnce(ctx: UserContext, input: PublishInput): Promise<Publication> {
  return performOnce(ctx, { input, effect: (ctx) => publishDraft(ctx, input) })
}

/**
 * Publishes the draft of exactly this revision as the version after exactly this one, and closes
 * it. A draft that changes nothing is only closed.
 *
 * @throws CourseNotFound, DraftNotFound, DraftChanged, VersionChanged, DraftHasProblems,
 * ConsentMissing, ReviewRequired, InvalidFields, MoveInProgress
 */
export function publishDraft(
  ctx: ActorDeps,
  input: PublishInput,
  publisher: Publisher = publisherOf(ctx),
): Promise<Publication> {
  const { courseId, revision } = input
  return inTransaction(ctx, async (ctx) => {
    const course = await lockCourseToPublish(ctx, input)
    const draft = await readToPublish(ctx, courseId)
    const resolved = draft && (await resolveDraft(ctx, draft))
    const kind = await kindOf(ctx, course, resolved)
    if (draft !== undefined) await closeDraft(ctx.db, { courseId, revision, now: ctx.now() })

    if (draft === undefined || resolved === undefined || kind === undefined) {
      if (course.currentVersion === null) throw new AppError('DraftNotFound')
      return {
        outcome: 'unchanged',
        version: course.currentVersion,
        kind: null,
        moveId: null,
        revision: draft === undefined ? revision : revision + 1,
      }
    }
    await requirePublishable(ctx, { course, draft })
    await requireConsents(ctx, publisher, draft)
    return publish(ctx, { course, input, kind, resolved })
  })
}

/** Reads in turn: two at once could close a circle of requirements that neither of them sees. */
async function readToPublish({ db }: Deps, courseId: string): Promise<DraftContent | undefined> {
  const draft = await readDraftContent(db, courseId)
  const leadsOn = draft?.courses != null || draft?.terms.requires.length !== 0
  if (draft === undefined || !leadsOn) return draft
  await lockRequirements(db)
  return readDraftContent(db, courseId)
}

/** Keeps everybody from changing the course or its draft until the end of the transaction. */
async function lockCourseToPublish(
  { db }: Deps,
  { courseId, revision, baseVersion }: PublishInput,
): Promise<LockedCourse> {
  const course = await lockCourseToWrite(db, courseId)
  if (course === undefined) throw new AppError('CourseNotFound')
  const current = await lockDraft(db, courseId)
  if (current !== revision) throw draftChanged({ revision: current })
  if (course.currentVersion !== baseVersion) throw new AppError('VersionChanged')
  return course
}

/** Returns the kind of change that the draft makes; undefined if it makes none. */
async function kindOf(
  ctx: Deps,
  { id: courseId, currentVersion: number }: LockedCourse,
  resolved: ResolvedDraft | undefined,
): Promise<VersionToWrite['kind'] | undefined> {
  if (resolved === undefined) return undefined
  if (number === null) return 'first'

  const [before, after] = [await readVersion(ctx, { courseId, number }), resolved.text]
  if (hashOf(before) === hashOf(after)) return undefined
  const lessonsOf = ({ sections }: typeof after) => sections.flatMap(({ lessons }) => lessons)
  if (!countsTheSame(lessonsOf(before), lessonsOf(after))) return 'major'
  const content = (text: typeof after) => ({ terms: text.terms, lessons: lessonsOf(text) })
  const { ruled } = before.version
  if (mayLockMore({ ...content(before), ruled }, content(after))) return 'major'
  if (before.terms.choose !== after.terms.choose) return 'major'
  return hashOf({ ...before, terms: after.terms, coverSha256: after.coverSha256 }) === hashOf(after)
    ? 'terms'
    : 'minor'
}

async function requirePublishable(
  ctx: Deps,
  { course, draft }: { course: LockedCourse; draft: DraftContent },
): Promise<void> {
  const problems = await findDraftProblems(draft)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const issues = errors.map(({ path, message }) => ({ path, message }))
  if (issues.length > 0)
    throw new AppError('DraftHasProblems', { issues: issues.slice(0, maxProblemsInImpact) })
  await requirePrintable(ctx, { title: draft.terms.title }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.issues === undefined) throw error
    throw new AppError('DraftHasProblems', { issues: error.issues })
  })
  if (course.requiresReview && draft.review.approvedRevision !== draft.revision)
    throw new AppError('ReviewRequired')
}

interface PublishOptions {
  course: LockedCourse
  input: PublishInput
  kind: VersionToWrite['kind']
  resolved: ResolvedDraft
}

async function publish(
  ctx: ActorDeps,
  { course, input, kind, resolved }: PublishOptions,
): Promise<Publication> {
  const { courseId, revision, note = null, reach = 'new' } = input
  if (reach === 'everyone') await requireCorrection(ctx, { course, kind, resolved })
  const version = (course.currentVersion ?? 0) + 1
  await writeVersion(ctx, { courseId, number: version, kind, note, ...resolved })
  await recordHistory(ctx, 'version-published', {
    courseId,
    details: { version, kind, reach },
  })
  const move =
    reach === 'everyone'
      ? await startMove(ctx, { courseId, to: version, policy: 'correction' })
      : undefined
  return {
    outcome: 'published',
    version,
    kind,
    moveId: move?.id ?? null,
    revision: revision + 1,
  }
}

/** @throws InvalidFields unless it is a minor correction, or corrects words of the course alone */
async function requireCorrection(
  ctx: ActorDeps,
  { course, kind, resolved }: Omit<PublishOptions, 'input'>,
): Promise<void> {
  if (kind === 'minor') return
  let why = `this is of the kind \`${kind}\``
  if (kind === 'terms' && course.currentVersion !== null) {
    const current = await readVersion(ctx, { courseId: course.id, number: course.currentVersion })
    const changed = changedRules(current.terms, resolved.text.terms)
    if (changed.length === 0) return
    why = `this changes ${changed.map((name) => `\`${name}\``).join(', ')}`
  }
  const message = `is for corrections only, and ${why}`
  throw new AppError('InvalidFields', { issues: [{ path: 'reach', message }] })
}
