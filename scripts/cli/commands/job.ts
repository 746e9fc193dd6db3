import type { Command } from 'commander'
import type { ListOptions } from '../actions/job.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addJobCommands(program: Command): void {
  const job = program
    .command('job')
    .description('Shows the work that the service does after it has answered, and runs it again.')
    .addHelpText('after', examples('job list', 'job list --status waiting'))

  job
    .command('list')
    .description('Lists the jobs that have failed, wait or run.')
    .option('--status <status>', 'failed, waiting or running', 'failed')
    .option('--kind <kind>', 'only this kind, like print-certificate')
    .option(...jsonOption)
    .addHelpText('after', examples('job list', 'job list --status waiting --kind send-refund'))
    .action(async (options: OutputOptions & ListOptions) =>
      show(await (await actions()).list(options), options),
    )

  job
    .command('show')
    .description('Shows a job: its tries, what it is about, and why its last try failed.')
    .argument('<id>', 'id of the job')
    .option(...jsonOption)
    .addHelpText('after', examples('job show 019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).showOne(id), options),
    )

  job
    .command('retry')
    .description(
      'Gives a failed job one more try, at once. A job that waits, runs or is done stays as it is.',
    )
    .argument('<id>', 'id of the job')
    .option(...jsonOption)
    .addHelpText('after', examples('job retry 019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).retry(id), options),
    )
}

function actions() {
  return import('../actions/job.ts')
}
