import type { KeptJob } from '../../../adapters/jobs/kept-jobs.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { withNames } from '../admin/names.ts'
import { describeJob } from './read-jobs.ts'
import type { Job, JobInput } from './schema.ts'

/** Jobs never retried: codes are for those who wait, and one out of the blue alarms its reader. */
const neverAgain = ['send-code']

/**
 * Gives a failed job one more try. Any other stays as it is: it waits or runs, perhaps because it
 * was retried already, or it is done.
 */
export async function retryJob(ctx: ActorDeps, input: JobInput): Promise<Job> {
  return withNames(ctx, describeJob(await retried(ctx, input)))
}

async function retried(ctx: ActorDeps, { jobId: id }: JobInput): Promise<KeptJob> {
  const job = await ctx.jobs.find(ctx.db, id)
  if (job === undefined) throw new AppError('JobNotFound')
  if (job.status !== 'failed') return job
  if (neverAgain.includes(job.kind)) throw new AppError('JobNotRepeatable')

  return inTransaction(ctx, async (ctx) => {
    const retried = await ctx.jobs.retry(ctx.db, id)
    if (retried === undefined) return (await ctx.jobs.find(ctx.db, id)) ?? job
    await recordEvent(ctx, 'job-retried', {
      userId: null,
      details: {
        job: id,
        kind: job.kind,
        attempts: job.attempts,
        ...changeOf({ status: job.status }, { status: retried.status }),
      },
    })
    return retried
  })
}
