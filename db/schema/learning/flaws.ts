import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, idOf, instant, known, together } from '../../columns.ts'
import { lessonRevisions } from '../courses/lessons.ts'
import { users } from '../people/users.ts'

export const flawKinds = ['typo', 'wrong-answer', 'broken-link', 'unclear', 'other'] as const
export const flawOutcomes = ['mended', 'no-flaw'] as const

/** A case: what learners say is wrong with a lesson or question, however many of them say so. */
export const flaws = pgTable(
  'flaws',
  {
    id: id(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    /** The key of the question; empty for the lesson as a whole. */
    questionKey: text().notNull(),
    kind: text({ enum: flawKinds }).notNull(),
    /** The lesson and the number of the question as the last to report it saw them. */
    lessonId: uuid().notNull(),
    questionRevision: integer(),
    /** The number of people who reported it, those whose accounts were erased included. */
    reports: integer().notNull(),
    createdAt: instant().notNull(),
    reportedAt: instant().notNull(),
    /** What became of it; null while it is open. */
    outcome: text({ enum: flawOutcomes }),
    /** What those who reported it are told. */
    reply: text(),
    settledAt: instant(),
    settledBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When all who reported it had been told. */
    toldAt: instant(),
  },
  (flaws) => [
    foreignKey({
      name: 'flaws_lesson',
      columns: [flaws.lessonId],
      foreignColumns: [lessonRevisions.id],
    }),
    // Makes one case of all reports, however many come at once.
    uniqueIndex('flaws_one_open')
      .on(flaws.courseId, flaws.lessonKey, flaws.questionKey, flaws.kind)
      .where(sql`${flaws.settledAt} is null`),
    index('flaws_of_course').on(flaws.courseId, flaws.id),
    index('flaws_waiting').on(flaws.createdAt).where(sql`${flaws.settledAt} is null`),
    index('flaws_untold')
      .on(flaws.id)
      .where(sql`${flaws.settledAt} is not null and ${flaws.toldAt} is null`),
    index('flaws_settled_by').on(flaws.settledBy).where(sql`${flaws.settledBy} is not null`),
    index('flaws_lesson_revision').on(flaws.lessonId),
    known('flaws_kind_known', flaws.kind),
    known('flaws_outcome_known', flaws.outcome),
    together('flaws_settled_says_how', flaws.outcome, flaws.settledAt),
    check('flaws_reports_counted', sql`${flaws.reports} >= 0`),
  ],
)

/** What one learner says about it. */
export const flawReports = pgTable(
  'flaw_reports',
  {
    id: id(),
    flawId: idOf(() => flaws.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
    /** The lesson as the learner saw it. */
    lessonId: idOf(() => lessonRevisions.id),
    /** The attempt at a quiz, the place of the question in it, and the answer, in words. */
    attemptId: uuid(),
    position: integer(),
    answer: text(),
    /** The words of the lesson that it is about, or the second of the video. */
    quote: text(),
    seconds: integer(),
    text: text(),
    createdAt: instant().notNull(),
    /** When the learner was told what became of it. */
    toldAt: instant(),
  },
  (reports) => [
    uniqueIndex('flaw_reports_one_each').on(reports.flawId, reports.userId),
    index('flaw_reports_of').on(reports.userId, reports.id),
    index('flaw_reports_newest').on(reports.flawId, reports.id),
    index('flaw_reports_untold').on(reports.flawId).where(sql`${reports.toldAt} is null`),
    index('flaw_reports_lesson_revision').on(reports.lessonId),
    together('flaw_reports_attempt_whole', reports.attemptId, reports.position),
    check('flaw_reports_text_length', sql`char_length(${reports.text}) between 1 and 1000`),
  ],
)
