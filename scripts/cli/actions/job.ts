import { listPostponed, releasePostponed } from '../../../db/queries/platform/postponed.ts'
import type { Deps } from '../../../server/context.ts'
import { getJob, listJobs } from '../../../server/features/platform/jobs/read-jobs.ts'
import { retryJob } from '../../../server/features/platform/jobs/retry-job.ts'
import { ListJobsInput } from '../../../server/features/platform/jobs/schema.ts'
import { type CommandResult, said } from '../output.ts'
import { detailsOf, listAll, listOf, readInput } from '../results.ts'
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

const postponedAtMost = 100

export async function postponed({ retry }: { retry?: boolean }): Promise<CommandResult> {
  return withDeps(async ({ db, now }) => {
    if (retry === true) {
      const items = await releasePostponed(db, now())
      return said({ items }, `${items} postponed: the next run of each job tries them again.`)
    }
    return listOf(await listPostponed(db, postponedAtMost), {
      columns: ['task', 'item', 'tries', 'failedAt', 'nextTryAt', 'failure'],
      none: 'Nothing is postponed.',
    })
  })
}

export async function showOne(deps: Deps, id: string): Promise<CommandResult> {
  return detailsOf(await getJob(deps, { jobId: id }))
}

export async function retry(deps: Deps, id: string): Promise<CommandResult> {
  const job = await retryJob(deps, { jobId: id })
  const next = job.status === 'waiting' ? ': a server runs it' : ''
  return said(job, `The job ${job.kind} is ${job.status}${next}.`)
}
