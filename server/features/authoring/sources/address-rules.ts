import { isBranchName, readGitUrl } from '../../../adapters/git/git-address.ts'

export { isBranchName }

/** Whether a setting may name it. Its target is checked when it is fetched. */
export function isGitUrl(text: string): boolean {
  try {
    // Allows http here, which works only where the settings allow private addresses.
    readGitUrl(text, { allowPrivate: true })
    return true
  } catch {
    return false
  }
}
