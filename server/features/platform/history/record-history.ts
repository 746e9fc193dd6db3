import { insertHistoryEntry } from '../../../../db/queries/platform/history.ts'
import { newId } from '../../../../lib/ids.ts'
import type { ActorDeps } from '../../../context.ts'

/** Recorded events of the work on a course. */
export const historyEvents = {
  'course-created': 'The course was created.',
  'terms-changed': 'Its slug, price, catalogue data, rules or certificate design were changed.',
  'course-archived': 'It was taken out of the catalogue.',
  'course-unarchived': 'It was brought back into the catalogue.',
  'content-imported': 'Its draft was replaced by an imported folder.',
  'source-set': 'It comes from a git repository from now on, or its settings were changed.',
  'source-removed': 'It comes from no git repository any more.',
  'source-taken-in': 'A commit of its git repository became its draft, or a version.',
  'draft-discarded': 'Its draft was discarded.',
  'review-requested': 'A review of the draft was requested.',
  'draft-approved': 'The draft was approved.',
  'changes-requested': 'A reviewer sent the draft back.',
  'version-published': 'A version was published.',
  'version-restored': 'A draft was made of an old version.',
  'learners-moved': 'A move of learners was begun.',
  'move-finished': 'A move of learners was done.',
  'member-added': 'A member was added, or got a different role.',
  'member-removed': 'A member was removed.',
  'consent-decided': 'An owner let a program have it, or withdrew that.',
  'announcement-posted': 'An announcement was posted to its learners.',
  'announcement-edited': 'The text of an announcement was changed.',
  'announcement-deleted': 'An announcement was deleted.',
  'flaw-settled': 'What learners had reported about a lesson was settled.',
  'owner-lost': 'Its last owner erased their account: an administrator has to add one.',
} as const satisfies Record<string, string>

export type HistoryEvent = keyof typeof historyEvents

/** Records it in the transaction of the fact. The user is the caller; null on the command line. */
export async function recordHistory(
  ctx: ActorDeps,
  event: HistoryEvent,
  {
    courseId,
    details = {},
  }: { courseId: string; details?: Record<string, string | number | boolean | null> },
): Promise<void> {
  await insertHistoryEntry(ctx.db, {
    id: newId(),
    courseId,
    at: ctx.now(),
    event,
    userId: ctx.user?.id ?? null,
    details,
  })
}
