import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { chown, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isRoot } from './account.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

const State = z.object({
  password: z.string().min(1),
  port: z.int().min(1).max(65_535).optional(),
  /** Set when the cluster lies outside the data folder; `from` is the folder it was created for. */
  moved: z.object({ to: z.string(), from: z.string() }).optional(),
})

/** The state that is kept between two starts, in `cluster.json` of the data folder. */
export type State = z.infer<typeof State>

export function newState(): State {
  return { password: randomBytes(24).toString('base64url') }
}

/** Reads the stored state; undefined at the first start. */
export function readState(dataDir: string): State | undefined {
  const file = join(dataDir, 'cluster.json')
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (codeOf(error) !== undefined) throw error
    throw new EmbeddedPostgresError(
      `${file} is damaged: it should hold the password of the database next to it. Restore it, ` +
        `or remove ${dataDir} to start with an empty database.`,
    )
  }
}

/** Writes all or nothing, readable only by the owner of the data folder. */
export async function writeState(dataDir: string, state: State): Promise<void> {
  const file = join(dataDir, 'cluster.json')
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true })
  if (isRoot()) {
    const { uid, gid } = statSync(dataDir)
    await chown(draft, uid, gid)
  }
  await rename(draft, file)
}
