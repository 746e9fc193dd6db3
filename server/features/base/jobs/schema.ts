import { z } from 'zod'
import { jobNames } from '../../../job-kinds.ts'
import { exampleIds, IdInPath, Instant, listOf, sortedPageInput } from '../../../lib/schema.ts'

export const Job = z
  .object({
    id: z.uuid().meta({ description: 'The job', examples: [exampleIds.session] }),
    kind: z
      .string()
      .meta({ description: 'The kind of work, by name', examples: ['print-certificate'] }),
    status: z
      .enum(['waiting', 'running', 'failed', 'done'])
      .describe('waiting: also for its next try; failed: given up after its last try'),
    attempts: z
      .int()
      .min(0)
      .meta({
        description: 'How often it was tried, a running try included',
        examples: [3],
      }),
    failure: z
      .string()
      .nullable()
      .meta({
        description:
          'Why its last try failed, in short and without anything of a person; the log says more',
        examples: ['PrinterUnavailable: no browser'],
      }),
    subjects: z.record(z.string(), z.uuid()).meta({
      description: 'The ids of what it is about, by name',
      examples: [{ certificateId: exampleIds.certificate }],
    }),
    createdAt: Instant.describe('When it was enqueued'),
    dueAt: Instant.describe('When it is tried next, or was'),
    startedAt: Instant.nullable().describe('When its last try began; null before the first'),
    endedAt: Instant.nullable().describe('When it was done or given up; null before'),
  })
  .meta({ id: 'Job', description: 'Work that the service does after it has answered' })
export type Job = z.infer<typeof Job>

export const JobList = listOf(
  Job,
  'Jobs: waiting ones as they become due, all others the newest first',
)
export type JobList = z.infer<typeof JobList>

export const ListJobsInput = z.strictObject({
  status: z
    .enum(['waiting', 'running', 'failed'])
    .meta({ description: 'Only jobs in this state', examples: ['failed'] }),
  kind: z
    .enum(jobNames)
    .optional()
    .meta({ description: 'Only jobs of this kind', examples: ['print-certificate'] }),
  ...sortedPageInput,
})
export type ListJobsInput = z.infer<typeof ListJobsInput>

export const JobInput = z.object({
  id: IdInPath.meta({ description: 'Id of the job', examples: [exampleIds.session] }),
})
export type JobInput = z.infer<typeof JobInput>
