import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../support/programs.ts'
import { succeeds } from '../support/until.ts'

/**
 * Stands in until there is a tag: the last commit whose servers write every lesson of every version
 * into the table `lessons`.
 */
const untagged = '5cf3437b1c85f49507f089381946c14c17567a4b'

export interface Release {
  /** The release's tag, or its commit. */
  name: string
  folder: string
}

/** Unpacks the last release before the present commit, and gives it the packages it needs. */
export async function unpackReleaseBefore(folder: string): Promise<Release> {
  const name = await nameOfReleaseBefore()
  await mkdir(folder)
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', name, folder], root)
  const needed = await dependenciesOf(folder)
  const installed = await dependenciesOf(root)
  const isCovered = Object.entries(needed).every(([key, version]) => installed[key] === version)
  if (isCovered) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], folder)
  return { name, folder }
}

export function nameOfReleaseBefore(): Promise<string> {
  return run('git', ['describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^'], root).catch(
    () => untagged,
  )
}

/** Undefined where it can be unpacked. */
export async function whyNoReleaseBefore(): Promise<string | undefined> {
  const name = await nameOfReleaseBefore()
  const isThere = await succeeds(run('git', ['cat-file', '-e', `${name}^{commit}`], root))
  return isThere ? undefined : `the history of git does not hold ${name}`
}

async function dependenciesOf(folder: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).dependencies
}
