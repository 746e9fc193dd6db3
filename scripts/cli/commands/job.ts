import type { CommandEntry } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'
import { idArgument } from './described.ts'

const jobs = loading(async () => ({
  ...(await import('../../../server/features/platform/jobs/schema.ts')),
  ...(await import('../../../server/features/platform/jobs/read-jobs.ts')),
  ...(await import('../../../server/features/platform/jobs/retry-job.ts')),
}))

export const jobCommands: CommandEntry = {
  name: 'job',
  about: 'Shows the work that the service does after it has answered, and runs it again.',
  examples: ['list', 'list --status waiting'],
  commands: [
    operationCommand(jobs('ListJobsInput', 'listJobs'), {
      name: 'list',
      about: 'Lists the jobs that have failed, wait or run.',
      operation: 'admin.jobs.list',
      options: {
        status: ['--status <status>', 'failed, waiting or running', { default: 'failed' }],
      },
      examples: ['', '--status waiting --kind send-refund'],
      columns: ['id', 'kind', 'status', 'attempts', 'createdAt', 'subjects', 'failure'],
      none: ({ status }) => `No ${status} jobs.`,
    }),
    operationCommand(jobs('JobInput', 'getJob'), {
      name: 'show',
      about: 'Shows a job: its tries, what it is about, and why its last try failed.',
      operation: 'admin.jobs.get',
      arguments: [idArgument('job')],
    }),
    operationCommand(jobs('JobInput', 'retryJob'), {
      name: 'retry',
      about:
        'Gives a failed job one more try, at once. A job that waits, runs or is done stays as it is.',
      operation: 'admin.jobs.retry',
      arguments: [idArgument('job')],
      says: ({ kind, status }) =>
        `The job ${kind} is ${status}${status === 'waiting' ? ': a server runs it' : ''}.`,
    }),
    {
      name: 'postponed',
      about: 'Lists what jobs could not do for one item, which they try again by themselves.',
      options: [['--retry', 'has all of it tried again by the next run of each job']],
      examples: ['', '--retry'],
      run: async () => (await import('../actions/postponed.ts')).postponed,
    },
  ],
}
