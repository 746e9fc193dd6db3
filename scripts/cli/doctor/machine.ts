import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clockDifferences } from '../../../db/postgres/connections/clock.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Finding, failed, ok, warning } from './finding.ts'

export function checkNode(version = process.versions.node): Finding {
  const required = Number(packageJson.engines.node.match(/\d+/)?.[0])
  if (Number.parseInt(version, 10) >= required) return ok('node', `version ${version}`)
  return failed(
    'node',
    `version ${version} is too old`,
    `Install node ${required} or newer, or start with npm, which brings its own.`,
  )
}

export async function checkDataFolder(folder: string): Promise<Finding> {
  const file = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, '')
    return ok('data folder', `${folder} is writable`)
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return warning(
        'data folder',
        `there is no ${folder} yet: what belongs there was tried elsewhere`,
        'Correct DATA_DIR if there is data; else the first start of the server makes it.',
      )
    return failed(
      'data folder',
      `${folder} cannot be written to (${codeOf(error)})`,
      'Give this account access to the folder, or set DATA_DIR to a different one.',
    )
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

const mebibyte = 1024 ** 2

export async function checkDiskSpace(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(nearestOf(folder))
    return judgeDiskSpace(folder, bavail * bsize)
  } catch (error) {
    return failed(
      'disk space',
      `the disk of ${folder} cannot be checked (${codeOf(error)})`,
      'Create the folder, or set DATA_DIR to a different one.',
    )
  }
}

/** Finds where the folder will be made, if there is none. */
function nearestOf(folder: string): string {
  return existsSync(folder) ? folder : nearestOf(dirname(folder))
}

export function judgeDiskSpace(folder: string, freeBytes: number): Finding {
  const free = `${Math.floor(freeBytes / mebibyte).toLocaleString('en')} MiB are free for ${folder}`
  const remedy = 'Free up space, or set DATA_DIR to a folder on a different disk.'
  if (freeBytes < 200 * mebibyte) return failed('disk space', free, remedy)
  return freeBytes < 1024 * mebibyte ? warning('disk space', free, remedy) : ok('disk space', free)
}

// No clock can be right about a time before this program existed.
const earliest = Date.UTC(2026, 0, 1)
const latest = Date.UTC(2100, 0, 1)

/**
 * `ahead`: milliseconds by which the clock is ahead of the database's; undefined when unknown.
 */
export function checkClock(now: Date, ahead: number | undefined): Finding {
  const remedy = 'Set the clock, here or of the database, and keep both right with NTP.'
  const time = now.toISOString()
  if (now.getTime() < earliest || now.getTime() > latest)
    return failed('clock', `it cannot be ${time}`, remedy)
  if (ahead === undefined) return ok('clock', time)

  const difference = Math.abs(ahead)
  if (difference > clockDifferences.told)
    return (difference > clockDifferences.notReady ? failed : warning)(
      'clock',
      `${time} is ${Math.round(difference / 1000)} s ` +
        `${ahead > 0 ? 'ahead of' : 'behind'} the clock of the database`,
      remedy,
    )
  return ok('clock', `${time}, in step with the database`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
