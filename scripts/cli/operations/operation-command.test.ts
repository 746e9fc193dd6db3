import { expect, test } from 'vitest'
import { z } from 'zod'
import { operationsOf } from '../../../server/http/operations.ts'
import { appRouter } from '../../../server/router.ts'
import type { CommandEntry } from '../command-entry.ts'
import { commandEntries } from '../program.ts'
import { givenCommandLine } from '../test/command-line.ts'

const operations = new Map(operationsOf(appRouter).map((one) => [one.name, one]))

function mirrorsIn(entry: CommandEntry): CommandEntry[] {
  const { operation, mirror, commands = [] } = entry
  return [...((operation && mirror) === undefined ? [] : [entry]), ...commands.flatMap(mirrorsIn)]
}

const mirrors = commandEntries
  .flatMap(mirrorsIn)
  .map((entry) => [String(entry.operation), entry] as const)

test.each(mirrors)('the command of %s reads what the operation reads', async (name, entry) => {
  const [schema] = (await entry.mirror?.load()) ?? []

  const { input, rest } = operations.get(name) ?? {}
  if (!rest?.proof) expect(schema).toBe(input)
  // At the command line nobody proves who they are.
  const fields = (it: unknown) => (it instanceof z.ZodObject ? Object.keys(it.shape) : [])
  const proof = rest?.proof ? ['password', 'code'] : []
  expect(fields(schema)).toEqual(fields(input).filter((field) => !proof.includes(field)))
})

test('what the operation refuses is refused before the data is opened, by the name of the option', async () => {
  await using lyceum = await givenCommandLine({ database: false })
  const refused = [
    ['invitation list --email nobody', 'error: --email: is not an email address'],
    ['transaction list --currency euro', 'error: --currency: '],
    ['cohort update Knots', 'error: name something to change: --name, --starts or --ends'],
    ['transaction list --provider ""', 'error: --provider: '],
  ] as const

  for (const [command, words] of refused)
    expect(await lyceum.run(command)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(words),
    })
})
