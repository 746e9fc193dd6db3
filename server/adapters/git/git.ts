import { join } from 'node:path'
import { createSingleFlight } from '../../../lib/single-flight.ts'
import { withinSize, withinTime } from './bounds.ts'
import { type RouteOptions, routeTo } from './git-address.ts'
import { listFiles, listRenames } from './list-files.ts'
import { createObjectReader } from './object-reader.ts'
import { openFolder } from './repository-folder.ts'
import { requireRepository, requireVersion } from './requirements.ts'
import { type GitRun, runGit, startGit } from './run-git.ts'
import { type Git, type GitAddress, GitFault, type GitLimits, type GitTip } from './types.ts'

export interface GitOptions {
  /** Folder of repositories while they are read. */
  workDir: string
  /** Allows hosts of this network, and http: for development. */
  allowPrivateAddresses: boolean
  resolve: RouteOptions['resolve']
  limits?: Partial<GitLimits>
  /** Default: the system's. */
  program?: string
}

const usualLimits: GitLimits = { milliseconds: 120_000, diskBytes: 500_000_000, files: 20_000 }
const lookMilliseconds = 30_000
const subjectCharacters = 200
const tip = 'refs/lyceum/tip'
const former = 'refs/lyceum/former'
const traceName = 'trace'

/**
 * Reads repositories with the system's git: fetched into a bare repository and read object by
 * object. Nothing is checked out, so no links, hooks, filters or submodules take effect.
 */
export function createGit({
  workDir,
  allowPrivateAddresses: allowPrivate,
  resolve,
  limits: given = {},
  program = 'git',
}: GitOptions): Git {
  const limits = { ...usualLimits, ...given }
  const known = createSingleFlight<'version', void>({ freshMilliseconds: Number.POSITIVE_INFINITY })

  /** Finds git, looking again if it was missing: it may be installed meanwhile. */
  function requireGit(run: GitRun): Promise<void> {
    return known.run('version', () => requireVersion(run))
  }

  async function findTip(address: GitAddress): Promise<string> {
    const { url, ref, settings } = await routeTo(address, { allowPrivate, resolve })
    const milliseconds = Math.min(lookMilliseconds, limits.milliseconds)
    const listed = await withinTime(milliseconds, async (signal) => {
      await using folder = await openFolder(workDir)
      const trace = join(folder.path, traceName)
      const run = { program, folder: folder.path, settings, allowHttp: allowPrivate, signal }
      await requireGit(run)
      await runGit(['init', '--quiet', '--bare'], run)
      const lines = await runGit(['ls-remote', '--', url, ref], { ...run, trace })
      if (lines.length === 0) await requireRepository(trace)
      return lines
    })
    // Filters names that only end like the one that was asked for.
    const lines = listed
      .toString()
      .split('\n')
      .map((line) => line.split('\t'))
    const commit = lines.find(([, name]) => name === ref)?.[0]
    if (commit === undefined) throw new GitFault('branch')
    return commit
  }

  async function fetchTip(address: GitAddress): Promise<GitTip> {
    const { url, ref, settings } = await routeTo(address, { allowPrivate, resolve })
    const folder = await openFolder(workDir)
    const run: GitRun = { program, folder: folder.path, allowHttp: allowPrivate }
    const trace = join(folder.path, traceName)
    const fetchRef = (from: string, to: string) =>
      withinTime(limits.milliseconds, (signal) =>
        withinSize({ folder: folder.path, limit: limits.diskBytes }, signal, (signal) =>
          runGit([...fetchOptions, '--', url, `+${from}:${to}`], {
            ...run,
            settings,
            trace,
            signal,
          }),
        ),
      )
    // Limits local work as well: a repository can be made to keep git busy.
    const locally = <Result>(work: (run: GitRun) => Promise<Result>) =>
      withinTime(limits.milliseconds, (signal) => work({ ...run, signal }))
    try {
      await requireGit(run)
      await runGit(['init', '--quiet', '--bare'], run)
      await fetchRef(ref, tip).catch(async (error: unknown) => {
        if (error instanceof GitFault && error.reason === 'branch') await requireRepository(trace)
        throw error
      })
      const { commit, subject, files, ids } = await locally(async (run) => {
        const commit = wordOf(await runGit(['rev-parse', '--verify', `${tip}^{commit}`], run))
        return {
          commit,
          subject: await readSubject(run, commit),
          ...(await listFiles(run, commit, limits)),
        }
      })
      const reader = createObjectReader(run)
      return {
        commit,
        subject,
        files,
        read: (path) => reader.read(idOf(ids, path)),
        open: (path) => streamOf(run, idOf(ids, path)),
        renamesSince: (commit) =>
          fetchRef(commit, former)
            .then(() => locally((run) => listRenames(run, { from: former, to: tip })))
            .catch(() => undefined),
        [Symbol.asyncDispose]: async () => {
          reader.close()
          await folder[Symbol.asyncDispose]()
        },
      }
    } catch (error) {
      await folder[Symbol.asyncDispose]()
      throw error
    }
  }

  return { findTip, fetchTip }
}

const fetchOptions = [
  'fetch',
  // Reports every second to this process: once it is gone, git ends at the next report.
  '--progress',
  '--depth=1',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--no-write-fetch-head',
]

/** Reads the subject, cut by git itself: a message has any length. */
async function readSubject(run: GitRun, commit: string): Promise<string> {
  const format = `--format=%<(${2 * subjectCharacters},trunc)%s`
  const subject = wordOf(
    await runGit(['log', '-1', '--no-show-signature', format, commit, '--'], run),
  )
  return subject.slice(0, subjectCharacters)
}

async function* streamOf(run: GitRun, id: string): AsyncGenerator<Uint8Array> {
  const { output, input, ended, kill } = startGit(['cat-file', 'blob', id], run)
  input.end()
  try {
    yield* output as AsyncIterable<Uint8Array>
    await ended
  } finally {
    kill()
  }
}

function idOf(ids: ReadonlyMap<string, string>, path: string): string {
  const id = ids.get(path)
  if (id === undefined) throw new Error('There is no such file in the repository.')
  return id
}

function wordOf(bytes: Buffer): string {
  return bytes.toString().trim()
}
