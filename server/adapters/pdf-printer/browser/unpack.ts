import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, lchown, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { removeLeftovers } from '../../remove-leftovers.ts'

const require = createRequire(import.meta.url)
const run = promisify(execFile)

/** Unpacks the browser of @sparticuz/chromium: the same bytes on every Linux x64. */
export async function unpackChromium(
  folder: string,
): Promise<{ path: string; libraryPath: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`it runs on Linux x64, not on ${process.platform} ${process.arch}`)

  const unpacked = await unpack(folder, 'chromium', ['chromium.br', 'al2023.tar.br'])
  return {
    path: join(unpacked, 'chromium'),
    libraryPath: join(unpacked, 'al2023', 'lib'),
  }
}

/**
 * Returns a folder with one TrueType family for the browser itself: without any font of the system
 * it prints no text, not even in webfonts.
 */
export async function unpackFonts(folder: string): Promise<string> {
  return join(await unpack(folder, 'fonts', ['fonts.tar.br']), 'fonts', 'fonts')
}

/**
 * Unpacks archives of the package into `<folder>/<name>-<version>`, unless they are there already.
 * Several processes may do so at once: each writes to its own folder and renames it when complete;
 * the first one wins.
 */
async function unpack(folder: string, name: string, archives: readonly string[]): Promise<string> {
  const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const target = join(folder, `${name}-${version}`)
  if (existsSync(target)) return target

  const partial = await mkdtemp(`${target}.partial-`)
  try {
    const inflate = fileURLToPath(new URL('inflate.ts', import.meta.url))
    const paths = archives.map((archive) => join(packageFolder, 'bin', archive))
    await run(process.execPath, [inflate, ...paths], {
      env: { TMPDIR: partial },
      timeout: 120_000,
    })
    await openToEveryone(partial)
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }

  const isOldVersion = (entry: string) => entry.startsWith(`${name}-`) && entry !== basename(target)
  await removeLeftovers(folder, isOldVersion)
  return target
}

/** Opens the files, whose archives carry owners and modes of the machine that packed them. */
async function openToEveryone(path: string): Promise<void> {
  const owner = process.getuid?.()
  const group = process.getgid?.()
  if (owner !== undefined && group !== undefined) await lchown(path, owner, group)
  await chmod(path, 0o755)
  if (!(await stat(path)).isDirectory()) return

  for (const child of await readdir(path)) await openToEveryone(join(path, child))
}
