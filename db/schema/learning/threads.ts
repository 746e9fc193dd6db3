import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, idOf, indexOfParts, instant, known, together, words } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** How many answers a question takes, hidden ones included. */
export const mostAnswers = 100

/** Questions on lessons, each of which begins a thread, and their answers. */
export const threadPosts = pgTable(
  'thread_posts',
  {
    id: id(),
    courseId: idOf(() => courses.id, 'cascade'),
    /** The lesson's key when it was asked, also of an answer. */
    lessonKey: text().notNull(),
    /** The question that it answers; null for a question. */
    threadId: uuid().references((): AnyPgColumn => threadPosts.id, { onDelete: 'cascade' }),
    /** Markdown; empty once the account of whoever asked is erased. */
    text: text().notNull(),
    /** The words that find it. */
    words: words().notNull(),
    createdAt: instant().notNull(),
    /** Null once the account is erased. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Whether a teacher of whoever asked wrote it. */
    isStaff: boolean().notNull(),
    /** How often it was answered; 0 for an answer. */
    answers: smallint().notNull().default(0),
    /** The answer that was accepted. */
    acceptedId: uuid().references((): AnyPgColumn => threadPosts.id, { onDelete: 'set null' }),
    /** When a teacher answered it first, or an answer was accepted: until then it waits. */
    settledAt: instant(),
    /** The first report since a teacher last decided about it; null for none. */
    reportedAt: instant(),
    hiddenAt: instant(),
    hiddenReason: text(),
    hiddenBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (posts) => [
    index('thread_posts_of_lesson')
      .on(posts.courseId, posts.lessonKey, posts.id)
      .where(sql`${posts.threadId} is null`),
    index('thread_posts_of_course')
      .on(posts.courseId, posts.id)
      .where(sql`${posts.threadId} is null`),
    index('thread_posts_waiting')
      .on(posts.courseId, posts.id)
      .where(
        sql`${posts.threadId} is null and ${posts.settledAt} is null and ${posts.hiddenAt} is null`,
      ),
    index('thread_posts_reported')
      .on(posts.courseId, posts.id)
      .where(sql`${posts.reportedAt} is not null`),
    index('thread_posts_answers').on(posts.threadId, posts.id),
    index('thread_posts_by').on(posts.createdBy, posts.id),
    // Serve the deletion of answers and of accounts.
    index('thread_posts_accepted').on(posts.acceptedId).where(sql`${posts.acceptedId} is not null`),
    index('thread_posts_hidden_by').on(posts.hiddenBy).where(sql`${posts.hiddenBy} is not null`),
    indexOfParts('thread_posts_words', posts.words),
    check('thread_posts_text_length', sql`char_length(${posts.text}) <= 4000`),
    check('thread_posts_answers_bounded', sql`${posts.answers} between 0 and 100`),
    check(
      'thread_posts_of_questions',
      sql`${posts.threadId} is null or ${posts.acceptedId} is null and ${posts.settledAt} is null`,
    ),
    together('thread_posts_hidden_whole', posts.hiddenAt, posts.hiddenReason),
  ],
)

export const reportReasons = ['rude', 'advertising', 'personal', 'solution'] as const

/** Posts that learners found wrong, for their teachers. */
export const threadReports = pgTable(
  'thread_reports',
  {
    postId: idOf(() => threadPosts.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
    reason: text({ enum: reportReasons }).notNull(),
    reportedAt: instant().notNull(),
  },
  (reports) => [
    primaryKey({ columns: [reports.postId, reports.userId] }),
    index('thread_reports_user').on(reports.userId),
    known('thread_reports_reason_known', reports.reason),
  ],
)
