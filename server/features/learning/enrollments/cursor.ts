import { exampleIds } from '../../../../lib/schema.ts'

/**
 * Identifies what was shown by the random ends of the ids, six bytes each: the list is ordered by
 * activity, which changes while it is read. So no course is missed, and none comes twice.
 */
const [format, bytesOfEnd] = [1, 6]

/** Returns the end of a course's id, hexadecimal, by which a cursor knows it. */
export function endOf(courseId: string): string {
  return courseId.slice(-2 * bytesOfEnd)
}

export function toCursor(shown: readonly string[]): string {
  return Buffer.from(`0${format}${shown.join('')}`, 'hex').toString('base64url')
}

/** Returns the ends of the ids that were shown; undefined for anything but a cursor of the list. */
export function readCursor(cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes[0] !== format || bytes.length % bytesOfEnd !== 1 || bytes.length === 1) return undefined
  return bytes.subarray(1).toString('hex').match(/.{12}/g) ?? undefined
}

export const exampleCursor = toCursor([endOf(exampleIds.course)])
