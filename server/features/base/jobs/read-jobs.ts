import type { KeptJob, ListedJob } from '../../../adapters/jobs/kept-jobs.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { type Place, toSortedPage } from '../../../lib/lists/sorted-pages.ts'
import type { Job, JobInput, JobList, ListJobsInput } from './schema.ts'

/** Of all processes; what is done is deleted after an hour or a week, depending on its kind. */
export async function listJobs(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { cursor, limit, ...filter }: ListJobsInput,
): Promise<JobList> {
  const after = requirePlace(cursor, filter, isNumber)
  const rows = await jobs.list(db, { ...filter, after, limit: limit + 1 })
  const place = (job: ListedJob) => job.place
  return toSortedPage(rows, { limit, list: filter, place, item: describeJob })
}

export async function getJob(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { id }: JobInput,
): Promise<Job> {
  const job = await jobs.find(db, id)
  if (job === undefined) throw new AppError('JobNotFound')
  return describeJob(job)
}

export function describeJob(job: KeptJob): Job {
  const { id, kind, status, attempts, failure, subjects } = job
  return {
    id,
    kind,
    status,
    attempts,
    failure,
    subjects,
    createdAt: job.createdAt.toISOString(),
    dueAt: job.dueAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
  }
}

function isNumber(value: Place['value']): value is string {
  return typeof value === 'string' && /^\d{1,16}$/.test(value)
}
