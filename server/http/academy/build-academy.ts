import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { academyFolder } from '../../config/academy-settings.ts'

const root = join(import.meta.dirname, '../../..')
/** The folder of the built app in a production image. */
export const builtFolder = join(academyFolder, 'dist')
/** The folder of development's builds, by the hash of the sources. */
const cacheFolder = join(root, 'node_modules/.cache/lyceum/academy')
const vite = join(root, 'node_modules/vite/bin/vite.js')

/** Returns the folder of the app built from the present sources, building it if there is none. */
export async function buildAcademy(onBuild: () => void): Promise<string> {
  const folder = join(cacheFolder, await hashOfSources())
  if (existsSync(folder)) return folder

  if (!existsSync(vite))
    throw new Error('Vite is not installed: run `npm ci` without --omit=dev, or set ACADEMY=off.')
  onBuild()
  await mkdir(cacheFolder, { recursive: true })
  // Builds into a folder of its own: another process may build the same, and the first one is kept.
  const ownFolder = `${folder}.${process.pid}`
  await runVite(['build', '--outDir', ownFolder, '--emptyOutDir', '--logLevel', 'error'])
  await rename(ownFolder, folder).catch(async (error: unknown) => {
    await rm(ownFolder, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  await removeOthers(folder)
  return folder
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [academyFolder, join(root, 'client-sdk/src')])
    for (const file of await filesIn(folder)) {
      hash.update(file.slice(root.length)).update('\0')
      hash.update(await readFile(file)).update('\0')
    }
  hash.update(await readFile(join(root, 'package-lock.json')).catch(() => ''))
  return hash.digest('hex').slice(0, 32)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/\/(dist|node_modules|journeys)\//.test(file.slice(folder.length)))
    .sort()
}

function runVite(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: academyFolder,
      // Builds the pages of production, whatever the server is for.
      env: { NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaints = ''
    child.stderr.on('data', (piece) => {
      complaints += String(piece)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Vite could not build it: ${complaints.trim()}`)),
    )
  })
}

/** Removes builds of earlier sources, and leftovers of killed builds. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const other = join(cacheFolder, name)
    // Keeps one that another process may be making right now.
    const isFresh = name.includes('.') && Date.now() - (await stat(other)).mtimeMs < 600_000
    if (other !== folder && !isFresh) await rm(other, { recursive: true, force: true })
  }
}
