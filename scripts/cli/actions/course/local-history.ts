import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { surroundings } from '../../surroundings.ts'

const run = promisify(execFile)

/** Keeps git from running anything in the repository's own settings, and from fetching. */
const settings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting])

const maxCommits = 5000

/**
 * The files that the history of a git repository on this machine renamed, the oldest first, without
 * those in whose place a new file came later. None
 * where there is no git, or the history is too long to read in a few seconds.
 */
export async function listRenames(root: string): Promise<[from: string, to: string][]> {
  const args = [
    ...settings,
    'log',
    '--reverse',
    '--format=',
    `--max-count=${maxCommits}`,
    '--find-renames',
    '--diff-filter=AR',
    '--no-ext-diff',
    '--name-status',
    '-z',
  ]
  const options = {
    cwd: root,
    timeout: 20_000,
    maxBuffer: 20_000_000,
    env: { PATH: surroundings().env.PATH, HOME: surroundings().env.HOME, GIT_NO_LAZY_FETCH: '1' },
  }
  const listed = await run('git', args, options).catch(() => ({ stdout: '' }))
  return readRenames(listed.stdout)
}

/** `R087 NUL from NUL to NUL` and `A NUL path NUL`, as often as there are. */
function readRenames(listed: string): [from: string, to: string][] {
  const words = listed.split('\0').values()
  const next = () => words.next().value
  let renames: [from: string, to: string][] = []
  for (const word of words) {
    const [from, to] = [next(), /^\n*R\d{3}$/u.test(word) ? next() : undefined]
    if (from !== undefined && to !== undefined) renames.push([from, to])
    else renames = renames.filter((rename) => from === undefined || !rename.includes(from))
  }
  return renames
}
