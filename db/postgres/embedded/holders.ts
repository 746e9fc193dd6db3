import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, isAlive } from './processes.ts'

/**
 * Notes that this process uses the cluster. Pass the returned note to `leave`. Call this only while
 * holding the lock.
 */
export function enter(folder: string): string {
  const startedAt = identify(process.pid)?.startedAt ?? 0
  const note = join(folder, `${process.pid}-${startedAt}-${randomBytes(4).toString('hex')}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(note, '')
  return note
}

/**
 * Removes the note and returns whether a living process still uses the cluster. Call this only
 * while holding the lock.
 */
export function leave(folder: string, note: string): { othersRemain: boolean } {
  rmSync(note, { force: true })
  mkdirSync(folder, { recursive: true })
  const notes = readdirSync(folder)
  const left = notes.filter((name) => !isHeld(name))
  for (const name of left) rmSync(join(folder, name), { force: true })
  return { othersRemain: left.length < notes.length }
}

function isHeld(name: string): boolean {
  const [pid, startedAt] = name.split('-').map(Number)
  return pid !== undefined && startedAt !== undefined && isAlive({ pid, startedAt })
}
