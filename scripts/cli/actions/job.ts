import type { Deps } from '../../../server/context.ts'
import { getJob, listJobs } from '../../../server/features/base/jobs/read-jobs.ts'
import { retryJob } from '../../../server/features/base/jobs/retry-job.ts'
import { ListJobsInput } from '../../../server/features/base/jobs/schema.ts'
import { type CommandResult, said } from '../output.ts'
import { detailsOf, listAll, readInput } from '../results.ts'
import { withDeps } from '../with-deps.ts'

export async function list(options: { status: string }): Promise<CommandResult> {
  const input = readInput(ListJobsInput, options)
  return withDeps((deps) =>
    listAll(deps, listJobs, input, {
      columns: ['id', 'kind', 'status', 'attempts', 'createdAt', 'subjects', 'failure'],
      none: `No ${options.status} jobs.`,
    }),
  )
}

export async function showOne(deps: Deps, id: string): Promise<CommandResult> {
  return detailsOf(await getJob(deps, { jobId: id }))
}

export async function retry(deps: Deps, id: string): Promise<CommandResult> {
  const job = await retryJob(deps, { jobId: id })
  const next = job.status === 'waiting' ? ': a server runs it' : ''
  return said(job, `The job ${job.kind} is ${job.status}${next}.`)
}
