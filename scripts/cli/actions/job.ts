import { getJob, listJobs } from '../../../server/features/base/jobs/read-jobs.ts'
import { retryJob } from '../../../server/features/base/jobs/retry-job.ts'
import { type Job, JobInput, ListJobsInput } from '../../../server/features/base/jobs/schema.ts'
import type { CommandResult } from '../output.ts'
import { type Columns, listAll, readInput, tableOf } from '../results.ts'
import { withDeps } from '../with-deps.ts'

const columns: Columns<Job> = {
  ID: 'id',
  KIND: 'kind',
  STATUS: 'status',
  ATTEMPTS: 'attempts',
  CREATED: 'createdAt',
  ABOUT: ({ subjects }) =>
    Object.entries(subjects)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  FAILURE: ({ failure }) => failure ?? '',
}

export async function list(options: { status: string }): Promise<CommandResult> {
  const none = `No ${options.status} jobs.`
  return listAll(listJobs, readInput(ListJobsInput, options), { columns, none })
}

export async function showOne(id: string): Promise<CommandResult> {
  const job = await withDeps((deps) => getJob(deps, JobInput.parse({ id })))
  return { json: job, text: tableOf([job], columns) }
}

export async function retry(id: string): Promise<CommandResult> {
  const job = await withDeps((deps) => retryJob(deps, JobInput.parse({ id })))
  return {
    json: job,
    text: `The job ${job.kind} is ${job.status}${job.status === 'waiting' ? ': a server runs it' : ''}.\n`,
  }
}
