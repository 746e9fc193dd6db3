import { isUtf8 } from 'node:buffer'
import { type GitRun, runGit } from './run-git.ts'
import { GitFault, type GitFile, type GitLimits } from './types.ts'

/** Lists the files of a commit, and the ids of their bytes. @throws GitFault */
export async function listFiles(
  run: GitRun,
  commit: string,
  limits: GitLimits,
): Promise<{ files: Map<string, GitFile>; ids: Map<string, string> }> {
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]
  const listed = await runGit(args, { ...run, maxBytes: limits.files * 500 })
  if (!isUtf8(listed)) throw new GitFault('broken')
  const files = new Map<string, GitFile>()
  const ids = new Map<string, string>()
  for (const entry of listed.toString().split('\0')) {
    const [, mode = '', id = '', size = '', path = ''] =
      /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(entry) ?? []
    if (path === '') continue
    const kind = mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'
    files.set(path, { kind, size: size === '-' ? 0 : Number(size) })
    if (kind === 'file') ids.set(path, id)
  }
  if (files.size > limits.files) throw new GitFault('tooManyFiles')
  return { files, ids }
}

export async function listRenames(
  run: GitRun,
  { from, to }: { from: string; to: string },
): Promise<Map<string, string>> {
  const args = ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status']
  const refused = ['--no-ext-diff', '--no-textconv']
  const listed = await runGit([...args, ...refused, from, to], { ...run, maxBytes: 10_000_000 })
  const words = listed.toString().split('\0')
  const renames = new Map<string, string>()
  for (let index = 0; index + 2 < words.length; index += 3)
    renames.set(words[index + 1] ?? '', words[index + 2] ?? '')
  return renames
}
