import { z } from 'zod'
import { isId } from '../../../../lib/ids.ts'
import { startOf } from '../../../../lib/lists/pagination.ts'

/** Lists of an export that grow with use. Each goes on by a cursor of its own. */
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
  'evidence',
  'memberships',
  'announcements',
  'notifications',
  'draftComments',
  'flawReports',
  'notes',
  'lessonQuestions',
  'reportedPosts',
  'gradingComments',
  'events',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** Positions of the lists: undefined at the start, null behind the end. */
export type Positions = Partial<Record<ExportedList, string | null>>

export const behindAllLists: Positions = Object.fromEntries(
  exportedLists.map((list) => [list, null]),
)

/** Returns an item's cursor; course and lesson key stand for the id that a lesson's rows lack. */
const cursorOf = (list: ExportedList) =>
  z.string().refine((cursor) => {
    const [id = '', ...key] = (startOf({ limit: 1, cursor }) ?? '').split(' ')
    if (!['progress', 'openings', 'extensions'].includes(list)) return isId(id) && key.length === 0
    return isId(id) && key.every((part) => part.isWellFormed() && !part.includes('\0'))
  })
const Positions = z.strictObject(
  Object.fromEntries(exportedLists.map((list) => [list, cursorOf(list).nullable()])),
)

/** Returns where the next page of an export starts; null once all lists have ended. */
export function toExportCursor(positions: Positions): string | null {
  const isDone = Object.values(positions).every((position) => position === null)
  return isDone ? null : Buffer.from(JSON.stringify(positions)).toString('base64url')
}

/** Reads a cursor; undefined for anything but one of an export. */
export function readExportCursor(cursor: string): Positions | undefined {
  try {
    return Positions.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}
