import { getJob, listJobs } from '../../../server/features/base/jobs/read-jobs.ts'
import { retryJob } from '../../../server/features/base/jobs/retry-job.ts'
import { type Job, JobInput, ListJobsInput } from '../../../server/features/base/jobs/schema.ts'
import { allPages } from '../all-pages.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export interface ListOptions {
  status: string
  kind?: string
}

export async function list({ status, kind }: ListOptions): Promise<CommandResult> {
  const { data: input, error } = ListJobsInput.safeParse({
    status,
    limit: 100,
    ...(kind && { kind }),
  })
  const [issue] = error?.issues ?? []
  if (input === undefined)
    throw new UsageError(`error: --${String(issue?.path[0])}: ${issue?.message}`)
  const items = await withDeps((deps) => allPages((cursor) => listJobs(deps, { ...input, cursor })))
  return { json: { items }, text: items.length === 0 ? `No ${status} jobs.\n` : tableOf(items) }
}

export async function showOne(id: string): Promise<CommandResult> {
  const job = await withDeps((deps) => getJob(deps, JobInput.parse({ id })))
  return { json: job, text: tableOf([job]) }
}

export async function retry(id: string): Promise<CommandResult> {
  const job = await withDeps((deps) => retryJob(deps, JobInput.parse({ id })))
  return {
    json: job,
    text: `The job ${job.kind} is ${job.status}${job.status === 'waiting' ? ': a server runs it' : ''}.\n`,
  }
}

function tableOf(jobs: Job[]): string {
  return table(
    ['ID', 'KIND', 'STATUS', 'ATTEMPTS', 'CREATED', 'ABOUT', 'FAILURE'],
    jobs.map(({ id, kind, status, attempts, createdAt, subjects, failure }) => [
      id,
      kind,
      status,
      String(attempts),
      createdAt,
      Object.entries(subjects)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      failure ?? '',
    ]),
  )
}
