import type { CommandEntry } from '../command-entry.ts'
import { idArgument } from './described.ts'

const actions = () => import('../actions/job.ts')

export const jobCommands: CommandEntry = {
  name: 'job',
  about: 'Shows the work that the service does after it has answered, and runs it again.',
  examples: ['list', 'list --status waiting'],
  commands: [
    {
      name: 'list',
      about: 'Lists the jobs that have failed, wait or run.',
      options: [
        ['--status <status>', 'failed, waiting or running', { default: 'failed' }],
        ['--kind <kind>', 'only this kind, like print-certificate'],
      ],
      examples: ['', '--status waiting --kind send-refund'],
      run: async () => (await actions()).list,
      opensItself: true,
    },
    {
      name: 'show',
      about: 'Shows a job: its tries, what it is about, and why its last try failed.',
      arguments: [idArgument('job')],
      examples: ['019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'],
      run: async () => (await actions()).showOne,
    },
    {
      name: 'retry',
      about:
        'Gives a failed job one more try, at once. A job that waits, runs or is done stays as it is.',
      arguments: [idArgument('job')],
      examples: ['019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'],
      run: async () => (await actions()).retry,
    },
    {
      name: 'postponed',
      about: 'Lists what jobs could not do for one item, which they try again by themselves.',
      options: [['--retry', 'has all of it tried again by the next run of each job']],
      examples: ['', '--retry'],
      run: async () => (await actions()).postponed,
      opensItself: true,
    },
  ],
}
