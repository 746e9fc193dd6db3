import { readFile } from 'node:fs/promises'
import { type GitRun, runGit } from './run-git.ts'
import { GitFault } from './types.ts'

/** Refuses earlier versions, which ignore the address to connect to. @throws GitFault */
export async function requireVersion(run: GitRun): Promise<void> {
  const words = String(await runGit(['version'], run))
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(words) ?? []).map(Number)
  if (major < 2 || (major === 2 && minor < 37)) throw new GitFault('missing')
}

/** Refuses a web page, which git takes for a repository without branches. @throws GitFault */
export async function requireRepository(trace: string): Promise<void> {
  const events = await readFile(trace, 'utf8').catch(() => '')
  if (!events.includes('"negotiated-version"')) throw new GitFault('notGit')
}
