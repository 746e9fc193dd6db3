import type { Deps } from '../../../context.ts'
import type { JobPayloads, ServiceJobs } from '../../../job-kinds.ts'

/** Ten thousand mails at once would hold up all others, and look like spam. */
const millisecondsBetweenMails = 100
/** A print ends in a mail. */
const spreadKinds = new Set<keyof JobPayloads>([
  'send-course-mail',
  'send-notification',
  'print-certificate',
])

/**
 * Spreads the mails of many over time: those of one, at its place, come after mails that somebody
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
  // None is due yet: to look for it after each would cost more than what caused it.
  const wake: ServiceJobs['wake'] = (name) => {
    if (!spreadKinds.has(name)) jobs.wake(name)
  }
  return { ...ctx, jobs: { ...jobs, enqueue, wake } }
}
