import { type Place, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { KeptJob, ListedJob } from '../../../adapters/jobs/kept-jobs.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { namesIn, withNames } from '../admin/names.ts'
import type { Job, JobInput, JobList, ListJobsInput } from './schema.ts'

/**
 * Lists jobs of all processes; finished ones are deleted after an hour or a week, depending on
 * their kind.
 */
export async function listJobs(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { cursor, limit, ...filter }: ListJobsInput,
): Promise<JobList> {
  const after = requirePlace(cursor, filter, isNumber)
  const rows = await jobs.list(db, { ...filter, after, limit: limit + 1 })
  const place = (job: ListedJob) => job.place
  const names = await namesIn({ db }, rows.map(subjectsOf))
  const item = (job: ListedJob) => ({ ...describeJob(job), names: names(subjectsOf(job)) })
  return toSortedPage(rows, { limit, list: filter, place, item })
}

export async function getJob(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { jobId: id }: JobInput,
): Promise<Job> {
  const job = await jobs.find(db, id)
  if (job === undefined) throw new AppError('JobNotFound')
  return withNames({ db }, describeJob(job))
}

const subjectsOf = ({ subjects }: KeptJob) => subjects

export function describeJob(job: KeptJob): Omit<Job, 'names'> {
  const { id, kind, status, attempts, failure, subjects } = job
  const { createdAt, dueAt, startedAt, endedAt } = job
  const what = { id, kind, status, attempts, failure, subjects }
  return withIsoDates({ ...what, createdAt, dueAt, startedAt, endedAt })
}

function isNumber(value: Place['value']): value is string {
  return typeof value === 'string' && /^\d{1,16}$/.test(value)
}
