import { z } from 'zod'
import type { AfterCourse } from '../../../../db/queries/learning/enrollments/my-courses.ts'
import { exampleIds } from '../../../lib/schema.ts'

const instant = z.iso.datetime().transform((text) => new Date(text))
const Position = z.tuple([instant, z.uuid(), instant])

export function toCursor({ activeAt, courseId, readAt }: AfterCourse): string {
  return Buffer.from([activeAt.toISOString(), courseId, readAt.toISOString()].join(' ')).toString(
    'base64url',
  )
}

/** Undefined for anything that is no cursor of the list. */
export function readCursor(cursor: string): AfterCourse | undefined {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const { data } = Position.safeParse(parts)
  if (data === undefined) return undefined
  const [activeAt, courseId, readAt] = data
  return { activeAt, courseId, readAt }
}

export const exampleCursor = toCursor({
  activeAt: new Date('2026-11-21T09:30:00.000Z'),
  courseId: exampleIds.course,
  readAt: new Date('2026-11-21T09:31:00.000Z'),
})
