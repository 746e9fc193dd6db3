import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { GitFault, type GitFaultReason } from './types.ts'

export interface GitRun {
  program: string
  folder: string
  /** Settings like `git -c`, but in the environment: no list of processes shows a credential. */
  settings?: Record<string, string>
  allowHttp?: boolean
  /** A file that tells afterwards what git and the host agreed on. */
  trace?: string | undefined
  signal?: AbortSignal | undefined
}

export interface GitProcess {
  output: Readable
  input: Writable
  /** @throws GitFault when git fails or is killed */
  ended: Promise<void>
  kill(): void
}

const keptCharacters = 8_000

const settings = {
  // Disallows version 2, in which a host may name further, unchecked addresses to fetch from.
  'protocol.version': '0',
  'protocol.allow': 'never',
  'protocol.ext.allow': 'never',
  'protocol.file.allow': 'never',
  'protocol.https.allow': 'always',
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '30',
  'core.hooksPath': '/dev/null',
  'core.symlinks': 'false',
  'core.askPass': '',
  'core.fsmonitor': 'false',
  // Streams large files instead of holding them in memory.
  'core.bigFileThreshold': '16m',
  'core.deltaBaseCacheLimit': '32m',
  'pack.threads': '1',
  'credential.helper': '',
  'fetch.fsckObjects': 'true',
  'fetch.unpackLimit': '1',
  'transfer.bundleURI': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'diff.renameLimit': '5000',
}

/** Starts git in a bare repository, without any of this machine's settings. */
export function startGit(
  args: readonly string[],
  { program, folder, settings: own = {}, allowHttp = false, trace, signal }: GitRun,
): GitProcess {
  signal?.throwIfAborted()
  const all = { ...settings, ...(allowHttp && { 'protocol.http.allow': 'always' }), ...own }
  // Starts a group of its own, with which its helpers end.
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...environment,
      GIT_DIR: folder,
      ...asVariables(all),
      ...(trace !== undefined && { GIT_TRACE2_EVENT: trace }),
    },
  })
  let words = ''
  let failure: unknown
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (chunk: string) => {
    words = (words + chunk).slice(-keptCharacters)
  })
  for (const stream of [child.stdin, child.stdout, child.stderr])
    stream.on('error', () => undefined)
  child.on('error', (error) => {
    failure = error
  })

  function kill(): void {
    if (child.pid === undefined || child.exitCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Ignores one that has just ended.
    }
  }
  process.once('exit', kill)
  signal?.addEventListener('abort', kill, { once: true })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => {
      process.off('exit', kill)
      signal?.removeEventListener('abort', kill)
      if (signal?.aborted === true) reject(signal.reason)
      else if (isMissing(failure)) reject(new GitFault('missing'))
      else if (code === 0) resolve()
      else reject(new GitFault(reasonOf(words)))
    })
  })
  // Keeps callers that only look at the output from ending the server.
  ended.catch(() => undefined)
  return { output: child.stdout, input: child.stdin, ended, kill }
}

/** Runs git to its end and returns what it wrote. @throws GitFault */
export async function runGit(
  args: readonly string[],
  run: GitRun & { maxBytes?: number },
): Promise<Buffer> {
  const { output, input, ended, kill } = startGit(args, run)
  input.end()
  const chunks: Buffer[] = []
  let bytes = 0
  output.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > (run.maxBytes ?? 1_000_000)) kill()
    else chunks.push(chunk)
  })
  await ended.catch((error: unknown) => {
    throw bytes > (run.maxBytes ?? 1_000_000) ? new GitFault('tooManyFiles') : error
  })
  return Buffer.concat(chunks)
}

/** Leaves out everything of the operator's: settings, helpers, proxies, agent. */
const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  // Ends git, not this machine's memory, if a list of branches or an object takes more.
  GIT_ALLOC_LIMIT: '64m',
}

function asVariables(all: Record<string, string>): Record<string, string> {
  const entries = Object.entries(all)
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ])
}

function isMissing(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ENOENT'
}

/** Reasons in git's words, English because of LC_ALL; only our own words go on. */
const reasons: [RegExp, GitFaultReason][] = [
  [/attempting to allocate|Out of memory|exceeds maximum/i, 'tooLarge'],
  [/couldn't find remote ref|Remote branch .* not found|no matching remote head/i, 'branch'],
  [/could not read (?:Username|Password)|Authentication failed|error: 40[13]\b/i, 'refused'],
  [/redirect|error: 30\d\b/i, 'redirected'],
  [/repository .* not found|error: 4(?:04|10)\b/i, 'notFound'],
  [/not valid: is this a git repository|dumb http transport/i, 'notGit'],
  [/mismatched algorithms|repository's object format/i, 'sha256'],
  [/certificate|SSL peer/i, 'certificate'],
  [/fsck error|bad object|invalid tree|index-pack.*(?:bad|corrupt)|did not match/i, 'broken'],
]

function reasonOf(words: string): GitFaultReason {
  // Removes words of its address and of the host, which are not git's.
  const own = words.replaceAll(/https?:\/\/\S+|^remote: .*$/gimu, '')
  return reasons.find(([pattern]) => pattern.test(own))?.[1] ?? 'unreachable'
}
