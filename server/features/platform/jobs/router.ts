import { adminProcedure, router } from '../../../trpc.ts'
import { getJob, listJobs } from './read-jobs.ts'
import { retryJob } from './retry-job.ts'
import * as schema from './schema.ts'

export const jobsRouter = router({
  list: adminProcedure('work:read')
    .meta({
      route: 'GET /api/v1/admin/jobs',
      summary: 'List the jobs that wait, run or have failed',
      description:
        'Waiting jobs in the order in which they become due, all others the newest first. Failed ' +
        'jobs are kept for an hour (mails) or a week.',
    })
    .input(schema.ListJobsInput)
    .output(schema.JobList)
    .query(({ ctx, input }) => listJobs(ctx, input)),

  get: adminProcedure('work:read')
    .meta({
      route: 'GET /api/v1/admin/jobs/{jobId}',
      summary: 'Look at a job',
      errors: ['JobNotFound'],
    })
    .input(schema.JobInput)
    .output(schema.Job)
    .query(({ ctx, input }) => getJob(ctx, input)),

  retry: adminProcedure('work:write')
    .meta({
      route: 'POST /api/v1/admin/jobs/{jobId}/retry',
      summary: 'Run a failed job again',
      description:
        'Gives the job one more try, at once. A job that waits, runs or is done stays as it is: ' +
        'twice has the same effect as once.',
      errors: ['JobNotFound', 'JobNotRepeatable'],
      limits: ['jobRetriesPerAccount'],
      repeatable: true,
    })
    .input(schema.JobInput)
    .output(schema.Job)
    .mutation(({ ctx, input }) => retryJob(ctx, input)),
})
