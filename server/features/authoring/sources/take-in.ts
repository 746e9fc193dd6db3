import type { SourceResult, SourceRow } from '../../../../db/queries/authoring/sources.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import type { Publisher } from '../consents/require-consents.ts'
import { draftCourse } from '../import/draft-course.ts'
import { type PublishOptions, publishCourse } from '../import/publish-course.ts'
import type { ReadContent } from './read-source.ts'

const shortCharacters = 10

/**
 * Makes a draft or a version of what was read, in the caller's transaction. A course that requires
 * a review gets a draft.
 * @throws ManagedElsewhere, DraftHasProblems, LessonKeyTaken, InvalidFields
 */
export async function takeIn(
  ctx: Deps,
  { courseId, outcome, setBy }: SourceRow,
  { course, commit, subject, renames }: ReadContent,
): Promise<SourceResult> {
  const authored = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
  if (authored === undefined) throw new AppError('CourseNotFound')
  // Uses the slug of the course that it was read for, by which it is found again.
  const content = { ...course, slug: authored.slug }
  const publishes = outcome === 'publish' && !authored.requiresReview
  const result = publishes
    ? await publish(ctx, content, {
        note: noteOf(subject, commit),
        publisher: await publisherOfSource(ctx, setBy),
      })
    : await draft(ctx, content)
  const isPublished = result.outcome === 'published'
  if (result.outcome !== 'unchanged')
    await recordHistory(ctx, 'source-taken-in', {
      courseId,
      details: { commit, outcome: result.outcome },
    })
  return { ...result, renames: isPublished ? [] : renames }
}

async function publish(
  ctx: Deps,
  content: ReadContent['course'],
  options: PublishOptions,
): Promise<SourceResult> {
  const { outcome, version } = await publishCourse(ctx, content, options).catch(asFolder)
  return { outcome: outcome === 'unchanged' ? 'unchanged' : 'published', revision: null, version }
}

/**
 * Returns the publisher: a repository names the courses of whoever set it, while they own them. As
 * many may write to it, an administrator's does not speak for the school.
 */
async function publisherOfSource({ db }: Deps, setBy: string | null): Promise<Publisher> {
  const user = setBy === null ? undefined : await findUser(db, setBy)
  return { userId: user === undefined || user.suspendedAt !== null ? null : user.id }
}

async function draft(ctx: Deps, content: ReadContent['course']): Promise<SourceResult> {
  const { outcome, revision, version } = await draftCourse(ctx, content).catch(asFolder)
  return { outcome: outcome === 'unchanged' ? 'unchanged' : 'draft', revision, version }
}

/** Returns the note that learners who get the version read. */
function noteOf(subject: string, commit: string): string {
  const words = subject.replace(/\p{Cc}+/gu, ' ').toWellFormed()
  return `${words} (${commit.slice(0, shortCharacters)})`.trim()
}

function asFolder(error: unknown): never {
  if (!(error instanceof AppError) || error.name !== 'ManagedElsewhere') throw error
  throw new AppError('ManagedElsewhere', {
    message:
      'The content of this course is written over HTTP. Set its source again with takeOver to ' +
      'take it from the repository.',
  })
}
