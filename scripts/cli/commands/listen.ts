import type { ListenOptions } from '../actions/listen.ts'
import type { CommandEntry } from '../command-entry.ts'
import type { CommandResult } from '../output.ts'
import { surroundings } from '../surroundings.ts'

export const listenCommand: CommandEntry = {
  name: 'listen',
  about:
    'Forwards events to a receiver on this machine while you develop it, signed like those of a ' +
    'webhook: needs no public address. Begins with what happens now; Ctrl-C ends it. Reads ' +
    'them over HTTP with the key in LYCEUM_KEY, which needs the scope events:read.',
  options: [
    ['--forward-to <url>', 'where events go', { required: true }],
    ['--server <url>', 'server whose events they are', { default: 'http://localhost:3000' }],
    ['--types <types>', 'only these types, separated by commas'],
  ],
  examples: [
    '--forward-to http://localhost:4000/hook',
    '--forward-to http://localhost:4000/hook --types course.completed',
  ],
  run: async () => listenUntilInterrupted,
  opensItself: true,
}

async function listenUntilInterrupted(options: ListenOptions): Promise<CommandResult> {
  const { listen } = await import('../actions/listen.ts')
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  return listen(options, { key: surroundings().env.LYCEUM_KEY, signal: ending.signal })
}
