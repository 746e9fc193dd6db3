import type { Command } from 'commander'
import type { ListenOptions } from '../actions/listen.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'
import { surroundings } from '../surroundings.ts'

export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description(
      'Forwards events to a receiver on this machine while you develop it, signed like those of a ' +
        'webhook: needs no public address. Begins with what happens now; Ctrl-C ends it. Reads ' +
        'them over HTTP with the key in LYCEUM_KEY, which needs the scope events:read.',
    )
    .requiredOption('--forward-to <url>', 'where events go')
    .option('--server <url>', 'server whose events they are', 'http://localhost:3000')
    .option('--types <types>', 'only these types, separated by commas')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'listen --forward-to http://localhost:4000/hook',
        'listen --forward-to http://localhost:4000/hook --types course.completed',
      ),
    )
    .action(async (options: OutputOptions & ListenOptions) => {
      const { listen } = await import('../actions/listen.ts')
      const ending = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => ending.abort())
      const key = surroundings().env.LYCEUM_KEY
      show(await listen(options, { key, signal: ending.signal }), options)
    })
}
