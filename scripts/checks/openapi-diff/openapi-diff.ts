import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'

const root = join(import.meta.dirname, '../../..')
const program: Command = new Command('openapi:diff')
  .description('Compares two OpenAPI documents. Exit code 1 when a change breaks clients.')
  .argument('[document]', 'the new document', join(root, 'docs/openapi.json'))
  .option('--since <document>', 'a file, or a tag or commit of git; otherwise the last release')
  .parse()
const [document = ''] = program.processedArgs
const { since = git('describe', '--tags', '--abbrev=0', '--match=v*')?.trim() } = program.opts<{
  since?: string
}>()

if (since === undefined)
  process.stdout.write(
    'There is no release yet, so nothing to compare with: no tag of git is like v1.0.0.\n' +
      'Name a file, a tag or a commit: `npm run openapi:diff -- --since HEAD^`.\n',
  )
else if (existsSync(since)) compare(since)
else {
  // A release is its tag, which holds its document: the repository needs no second copy.
  const content = git('show', `${since}:docs/openapi.json`)
  if (content === undefined) program.error(`${since} is no file, and git holds no document for it.`)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-openapi-'))
  try {
    const before = join(folder, 'openapi.json')
    await writeFile(before, content)
    compare(before)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return status === 0 ? stdout : undefined
}

function compare(before: string): void {
  process.stdout.write(`Since ${since}:\n`)
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/redocly'),
    ['diff', before, document, '--fail-on', 'major'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        PATH: process.env.PATH,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    },
  )
  process.exitCode = status === 0 ? 0 : 1
}
