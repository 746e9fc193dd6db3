import { z } from 'zod'
import {
  exampleIds,
  field,
  IdInPath,
  Instant,
  listOf,
  named,
  sortedPageInput,
} from '../../../../lib/schema.ts'
import { listedStatuses } from '../../../adapters/jobs/kept-jobs.ts'
import { jobNames } from '../../../job-kinds.ts'
import { Names } from '../admin/names.ts'

export const Job = named('Job', 'Work that the service does after it has answered', {
  id: field(z.uuid(), 'The job', exampleIds.session),
  kind: field(z.string(), 'The kind of work, by name', 'print-certificate'),
  status: z
    .enum(['waiting', 'running', 'failed', 'done'])
    .describe('waiting: also for its next try; failed: given up after its last try'),
  attempts: field(z.int().min(0), 'How often it was tried, a running try included', 3),
  failure: field(
    z.string().nullable(),
    'Why its last try failed, in short and without anything of a person; the log says more',
    'PrinterUnavailable: no browser',
  ),
  subjects: z.record(z.string(), z.uuid()).meta({
    description: 'The ids of what it is about, by name',
    examples: [{ certificateId: exampleIds.certificate }],
  }),
  createdAt: Instant.describe('When it was enqueued'),
  dueAt: Instant.describe('When it is tried next, or was'),
  startedAt: Instant.nullable().describe('When its last try began; null before the first'),
  endedAt: Instant.nullable().describe('When it was done or given up; null before'),
  names: Names,
})
export type Job = z.infer<typeof Job>

export const JobList = listOf(
  Job,
  'Jobs: waiting ones as they become due, all others the newest first',
)
export type JobList = z.infer<typeof JobList>

export const ListJobsInput = z.strictObject({
  status: field(z.enum(listedStatuses), 'Only jobs in this state', 'failed'),
  kind: field(z.enum(jobNames).optional(), 'Only jobs of this kind', 'print-certificate'),
  ...sortedPageInput,
})
export type ListJobsInput = z.infer<typeof ListJobsInput>

export const JobInput = z.strictObject({
  jobId: field(IdInPath, 'Id of the job', exampleIds.session),
})
export type JobInput = z.infer<typeof JobInput>
