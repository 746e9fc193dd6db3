import type { Deps } from '../../../context.ts'
import type { JobPayloads, ServiceJobs } from '../../../job-kinds.ts'

/** Spaces out mails: ten thousand at once would hold up all others, and look like spam. */
const millisecondsBetweenMails = 100
/** Kinds to spread, prints included, as they end in a mail. */
const spreadKinds = new Set<keyof JobPayloads>([
  'send-course-mail',
  'send-notification',
  'print-certificate',
])

/**
 * Spreads mails to many people over time, each person's by its place, behind mails that somebody
 * waits for. No other job waits for it.
 */
export function spreadMails<Ctx extends Pick<Deps, 'jobs'>>(
  ctx: Ctx,
  { since, place }: { since: Date; place: number },
): Ctx {
  const { jobs } = ctx
  const from = new Date(since.getTime() + place * millisecondsBetweenMails)
  const enqueueLast = jobs.enqueueLast(from)
  const enqueue: ServiceJobs['enqueue'] = (db, name, payload) =>
    (spreadKinds.has(name) ? enqueueLast : jobs.enqueue)(db, name, payload)
  // Wakes no queue, because none is due yet: a look after each would cost more than its cause.
  const wake: ServiceJobs['wake'] = (name) => {
    if (!spreadKinds.has(name)) jobs.wake(name)
  }
  return { ...ctx, jobs: { ...jobs, enqueue, wake } }
}
