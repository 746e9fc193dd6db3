import type { CourseFiles } from '../../../../books/reading/course-files.ts'
import { mistake } from '../../../../books/reading/course-folder-error.ts'
import { type GitAddress, GitFault, type GitTip } from '../../../adapters/git/types.ts'
import type { Deps } from '../../../context.ts'
import { filesOfRepository } from './repository-files.ts'

interface OpenRepository extends AsyncDisposable {
  commit: string
  /** The first line of the commit's message. */
  subject: string
  files: CourseFiles
  renamesSince: GitTip['renamesSince']
}

/** Whether somebody typed the address of a repository, not a folder. */
export function isGitAddress(typed: string): boolean {
  return /^[a-z][a-z+.-]*:\/\//i.test(typed)
}

/**
 * Fetches the newest commit of a repository. Dispose of it after the import.
 * @throws CourseFolderError
 */
export async function openRepository(
  { git }: Pick<Deps, 'git'>,
  { url, branch = null, credential = null }: Pick<GitAddress, 'url'> & Partial<GitAddress>,
): Promise<OpenRepository> {
  const tip = await git.fetchTip({ url, branch, credential }).catch((error: unknown) => {
    throw error instanceof GitFault ? mistake(shownAddress(url), 0, error.message) : error
  })
  const { commit, subject, renamesSince } = tip
  return {
    commit,
    subject,
    files: filesOfRepository(tip),
    renamesSince,
    [Symbol.asyncDispose]: () => tip[Symbol.asyncDispose](),
  }
}

/** Returns an address without the user and password that somebody may have typed into it. */
export function shownAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.username === '' && parsed.password === '')) return url
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}
