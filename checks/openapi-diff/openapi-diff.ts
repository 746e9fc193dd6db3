import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'

const root = join(import.meta.dirname, '../..')
const program: Command = new Command('openapi:diff')
  .description('Compares two OpenAPI documents. Exit code 1 when a change breaks clients.')
  .argument('[document]', 'the new document', join(root, 'docs/openapi.json'))
  .option('--since <document>', 'a file, or a tag or commit of git; otherwise the last release')
  .parse()
const [document = ''] = program.processedArgs
const { since = lastRelease() } = program.opts<{ since?: string }>()

if (since === undefined)
  process.stdout.write(
    'There is no release yet, so nothing to compare with: no tag of git is like v1.0.0.\n' +
      'Name a file, a tag or a commit: `npm run openapi:diff -- --since HEAD^`.\n',
  )
else if (existsSync(since)) compare(since)
else {
  // A release is its tag, which holds its document: the repository needs no second copy.
  const content = git('show', `${since}:docs/openapi.json`)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-openapi-'))
  try {
    const before = join(folder, 'openapi.json')
    await writeFile(before, content)
    compare(before)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function lastRelease(): string | undefined {
  // A shallow clone has no tags, and would look like a project without releases.
  if (git('rev-parse', '--is-shallow-repository').trim() === 'true')
    program.error('The clone is shallow: run `git fetch --unshallow --tags`.')
  return (
    git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split('\n')[0] || undefined
  )
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) program.error(`git ${args[0]} failed: ${stderr ?? 'git is not installed'}`)
  return stdout
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
