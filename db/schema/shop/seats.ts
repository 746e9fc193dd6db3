import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant, known } from '../../columns.ts'
import { courses } from '../courses/courses.ts'

/** How many learners a course takes, and when. A course without a row always takes everybody. */
export const courseSeats = pgTable(
  'course_seats',
  {
    courseId: idOf(() => courses.id).primaryKey(),
    /** Null for any number. */
    seats: integer(),
    /** Kept by a trigger on `seat_holders`; the constraint decides who gets the last one. */
    taken: integer().notNull().default(0),
    opensAt: instant(),
    closesAt: instant(),
  },
  (seats) => [
    check('course_seats_not_negative', sql`${seats.taken} >= 0 and ${seats.seats} >= 0`),
    check('course_seats_suffice', sql`${seats.taken} <= ${seats.seats}`),
    check('course_seats_close_after_opening', sql`${seats.closesAt} > ${seats.opensAt}`),
  ],
)

/** A taken seat: by an enrollment, an unpaid purchase, or an invitation. */
export const seatHolders = pgTable(
  'seat_holders',
  {
    courseId: idOf(() => courseSeats.courseId, 'cascade'),
    /** The id of the user, or of the invitation. */
    holder: uuid().notNull(),
    kind: text({ enum: ['enrollment', 'purchase', 'invitation'] }).notNull(),
  },
  (holders) => [
    primaryKey({ columns: [holders.courseId, holders.holder] }),
    known('seat_holders_kind_known', holders.kind),
  ],
)
