import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { givenEmptyDatabase } from '../../db/postgres/migrator/test/given.ts'
import { newId } from '../../lib/ids.ts'
import { createProgram } from './program.ts'
import { givenCommandLine } from './test/command-line.ts'

/** Commands that fill an empty database, or make keys. */
const makers = ['migrate', 'restore', 'keys create']
/** Commands that look at files, a server or the machine first, and miss the data only then. */
const withoutData = [
  ...['quiz import', 'certificate verify', 'certificate preview', 'keys list', 'listen'],
  ...['backup create', 'backup verify', 'doctor', 'completion'],
]
/** Further arguments that these need. */
const more: Readonly<Record<string, string>> = {
  enroll: 'ada@example.com knots',
  'cohort update': '--name Knots',
  'coupon create': '--percent 20',
}

interface Leaf {
  path: string[]
  command: Command
}

function leavesOf(command: Command, path: string[] = []): Leaf[] {
  const here = [...path, command.name()]
  if (command.commands.length === 0) return [{ path: here, command }]
  return command.commands.flatMap((sub) => leavesOf(sub, here))
}

const values: [RegExp, string][] = [
  [/email|new|old|maker|admin/i, 'ada@example.com'],
  [/since|day|date/i, '2027-01-01'],
  [/version|to\b|minutes|line/i, '1'],
  [/scope/i, 'catalogue:read'],
  [/slug/i, 'knots'],
  [/path|file/i, join(import.meta.dirname, '../../server/demo/free/first-hour-with-the-api')],
  [/code/i, '7Q3M-X9KD-2HVA-RT5E-8'],
]

/** Types no more than a command requires. */
function typed({ path, command }: Leaf): string[] {
  const someValue = (name: string, choices?: readonly string[]) =>
    choices?.[0] ?? values.find(([pattern]) => pattern.test(name))?.[1] ?? newId()
  const args = command.registeredArguments
    .filter(({ required }) => required)
    .map((argument) => someValue(argument.name(), argument.argChoices))
  const options = command.options
    .filter(({ mandatory, long }) => mandatory || long === '--yes')
    .flatMap(({ long, flags, argChoices }) =>
      flags.includes('<') ? [`${long}`, someValue(flags, argChoices)] : [`${long}`],
    )
  const rest = more[path.join(' ')]?.split(' ') ?? []
  return [...path, ...args, ...rest, ...options]
}

const commands = createProgram()
  .commands.flatMap((command) => leavesOf(command))
  .filter(({ path }) => !makers.includes(path.join(' ')))

test.each([
  ['an older schema', true],
  ['no data folder', false],
])(
  'of %s every command but those that fill it changes nothing, and says what is missing',
  async (_, hasDatabase) => {
    const { url, client } = await givenEmptyDatabase()
    await using lyceum = await givenCommandLine({ database: hasDatabase && url, keys: hasDatabase })
    if (!hasDatabase) await rm(lyceum.dataDir, { recursive: true })
    const isThere = async () => (await access(lyceum.dataDir).catch(() => 'gone')) === undefined
    const silent: string[] = []
    for (const command of commands) {
      const args = typed(command)
      const { stderr } = await lyceum.run(args, { CHROMIUM_PATH: '/nonexistent' })

      const tables = await client.query("select from pg_tables where schemaname = 'public'")
      expect([args, tables.rowCount, await isThere()]).toEqual([args, 0, hasDatabase])
      const missing = hasDatabase
        ? /lacks \d+ migrations: .*-- migrate`/
        : /There is no database in /
      if (!missing.test(stderr)) silent.push(command.path.join(' '))
    }
    expect(silent).toEqual(withoutData)
    if (hasDatabase) expect(await readdir(join(lyceum.dataDir, 'keys'))).toEqual(['keys.json'])
  },
  120_000,
)
