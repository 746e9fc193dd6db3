import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { testDatabaseUrl } from '../../server/test/database.ts'
import { createProgram } from './program.ts'
import { givenCommandLine } from './test/command-line.ts'
import { lyceumProgram, runNode } from './test/run-node.ts'

const root = join(import.meta.dirname, '../..')
const nobody = 'nobody@example.com'

/** Returns the paths of a command and of all below it. */
function pathsOf(command: Command, path: string[] = []): string[][] {
  return [path, ...command.commands.flatMap((sub) => pathsOf(sub, [...path, sub.name()]))]
}

describe('help', () => {
  test('is there on each level with a description and examples', async () => {
    await using lyceum = await givenCommandLine()

    for (const path of pathsOf(createProgram())) {
      const help = await lyceum.run([...path, '--help'])
      const command = path.join(' ')
      expect(help, command).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout, command).toMatch(new RegExp(`^Usage: lyceum ?${command}.*\\n\\n[A-Z]`))
      expect(help.stdout, command).toMatch(/\nExamples?:\n {2}npm run lyceum -- [a-z]/)
    }
  })

  test('loads nothing of the service', async () => {
    // Node refuses to read anything not listed here.
    const values = ['staff-values', 'generated/staff-values'].map(
      (name) => `client-sdk/src/${name}.ts`,
    )
    const readable = ['scripts', 'package.json', 'node_modules/commander', ...values].map(
      (name) => `--allow-fs-read=${join(root, name)}`,
    )
    const help = ['--permission', ...readable, lyceumProgram, 'course', 'import', '--help']

    expect(await runNode(help)).toMatchObject({ code: 0, stderr: '' })
  })

  test('is offered, with exit code 2 and nothing on stdout, when a command is used incorrectly', async () => {
    await using lyceum = await givenCommandLine()
    const mistakes = [
      [[], 'Usage: lyceum'],
      [['course'], 'Usage: lyceum course'],
      [['cours', 'list'], 'Did you mean course?'],
      [['course', 'import'], "missing required argument 'path'"],
      [['user', 'role', nobody, 'boss'], 'Allowed choices are learner, admin, support, finance.'],
      [['user', 'list', '--jsn'], 'Did you mean --json?'],
      [
        ['certificate', 'revoke', '7Q3M-X9KD-2HVA-RT5E-8'],
        "required option '--reason <text>' not specified",
      ],
      [['user', 'verify', 'ada'], 'EMAIL "ada": is not an email address'],
      [['user', 'email', 'ada@example.com', 'ada'], 'NEW "ada": is not an email address'],
      [['user', 'erase', nobody], 'Confirm with --yes.'],
    ] as const

    const all = await Promise.all(
      mistakes.map(async ([args, complaint]) => ({
        complaint,
        ended: await lyceum.run([...args]),
      })),
    )

    for (const { ended, complaint } of all) {
      expect(ended, complaint).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toContain(complaint)
    }
  })
})

test('a process writes its result to stdout, what went wrong to stderr, and ends with the exit code', async () => {
  await using lyceum = await givenCommandLine()
  const coupon = (...args: string[]) => runNode([lyceumProgram, 'coupon', ...args], lyceum.settings)

  expect(await coupon('list')).toMatchObject({
    code: 0,
    stdout: 'There are no coupons.\n',
    stderr: '',
  })
  expect(await coupon('show', 'NONE')).toMatchObject({
    code: 3,
    stdout: '',
    stderr: 'There is no such coupon. Check its code.\n',
  })
})

test('keys are created once, private, and never printed', async () => {
  await using lyceum = await givenCommandLine({ keys: false })
  const file = join(lyceum.dataDir, 'keys/keys.json')

  // Production requires settings that may be missing when keys are created.
  const made = await lyceum.run(['keys', 'create', '--json'], { NODE_ENV: 'production' })

  expect(made).toMatchObject({ code: 0, json: { file }, stderr: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const keys = await readFile(file, 'utf8')
  expect(made.stdout).not.toContain(JSON.parse(keys).codes)

  const again = await lyceum.run(['keys', 'create'])
  expect(again).toMatchObject({
    code: 4,
    stdout: '',
    stderr: `${file} already contains keys; they were not changed.\n`,
  })
  expect(await readFile(file, 'utf8')).toBe(keys)
})

describe('failures', () => {
  test('of the database are explained in one line without secrets', async () => {
    await using lyceum = await givenCommandLine()
    const silent = {
      DATABASE_URL: 'postgres://hidden-user:hidden-password@127.0.0.1:1/hidden-name',
    }
    expect(await lyceum.run(['user', 'list'], silent)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: 'The database at 127.0.0.1:1 does not answer.\n',
    })
    const debugging = await lyceum.run(['user', 'list'], { ...silent, LOG_LEVEL: 'debug' })
    expect(debugging.stderr).toMatch(
      /^The database at 127\.0\.0\.1:1 does not answer\.\nConnectionRefused: .*ECONNREFUSED/,
    )
    expect(debugging.stderr).not.toContain('hidden')

    const missing = new URL(await testDatabaseUrl())
    missing.pathname = '/hidden-name'
    const refused = await lyceum.run(['user', 'list'], { DATABASE_URL: missing.href })
    expect(refused).toMatchObject({ code: 5, stdout: '' })
    expect(refused.stderr).toBe(`${missing.host} has no database with the name in DATABASE_URL.\n`)
  })

  test('of the configuration name the setting, never its value', async () => {
    await using lyceum = await givenCommandLine()

    const ended = await lyceum.run(['user', 'list'], {
      PORT: 'hidden',
      DATABASE_URL: 'mysql://hidden',
    })

    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^PORT: .+\nDATABASE_URL: must be a URL like .+\n$/)
    expect(ended.stderr).not.toContain('hidden')
  })
})

test('without DATABASE_URL PostgreSQL is started for the command, or shared with the running server', async () => {
  await using lyceum = await givenCommandLine({ database: false })
  // A process may have one embedded PostgreSQL, and shares it with others.
  const list = () => runNode([lyceumProgram, 'user', 'list', '--json'], lyceum.settings)
  const isRunning = () =>
    stat(join(lyceum.dataDir, 'postgres/cluster/postmaster.pid')).then(Boolean, () => false)

  const migrated = await runNode([lyceumProgram, 'migrate'], lyceum.settings)
  expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining('0000_foundation') })
  await runNode([lyceumProgram, 'keys', 'create'], lyceum.settings)
  expect(await list()).toMatchObject({ code: 0, json: { items: [] } })
  expect(await isRunning()).toBe(false)

  const server = await startEmbeddedPostgres({
    dataDir: join(lyceum.dataDir, 'postgres'),
    log: pino({ level: 'silent' }),
  })
  try {
    expect(await list()).toMatchObject({ code: 0, json: { items: [] }, stderr: '' })
    expect(await isRunning()).toBe(true)
  } finally {
    await server.stop()
  }
})
