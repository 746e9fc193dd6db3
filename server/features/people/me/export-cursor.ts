import { z } from 'zod'
import { isId } from '../../../../lib/ids.ts'
import { startOf } from '../../../../lib/lists/pagination.ts'

/** The lists of an export that grow with use. Each goes on by a cursor of its own. */
export const exportedLists = [
  'identities',
  'secondFactors',
  'sessions',
  'enrollments',
  'progress',
  'openings',
  'extensions',
  'attempts',
  'transactions',
  'certificates',
  'memberships',
  'announcements',
  'events',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** Where each list goes on: undefined at its start, null behind its end. */
export type Positions = Partial<Record<ExportedList, string | null>>

export const behindAllLists: Positions = Object.fromEntries(
  exportedLists.map((list) => [list, null]),
)

/** Rows of a lesson have no id of their own: the course and the lesson's key stand for one. */
const cursorOf = (list: ExportedList) =>
  z.string().refine((cursor) => {
    const [id = '', ...key] = (startOf({ limit: 1, cursor }) ?? '').split(' ')
    if (!['progress', 'openings', 'extensions'].includes(list)) return isId(id) && key.length === 0
    return isId(id) && key.every((part) => part.isWellFormed() && !part.includes('\0'))
  })
const Positions = z.strictObject(
  Object.fromEntries(exportedLists.map((list) => [list, cursorOf(list).nullable()])),
)

/** Says where the next page of an export starts; null when all lists have come to their end. */
export function toExportCursor(positions: Positions): string | null {
  const isDone = Object.values(positions).every((position) => position === null)
  return isDone ? null : Buffer.from(JSON.stringify(positions)).toString('base64url')
}

/** Undefined for anything that is no cursor of an export. */
export function readExportCursor(cursor: string): Positions | undefined {
  try {
    return Positions.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
