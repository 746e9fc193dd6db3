import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DraftProblem } from '../../../content/rules/draft-problem.ts'
import { bytes, idOf, instant, known } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** The ways to take new content: as a draft to review, or as a version at once. */
export const sourceOutcomes = ['draft', 'publish'] as const
/** The outcome of a sync. */
export const syncOutcomes = ['draft', 'published', 'unchanged'] as const
/** The result of the last sync; `new` before the first. */
export const sourceStatuses = ['new', 'done', 'unchanged', 'failed'] as const

export interface SourceProblem {
  severity: DraftProblem['severity']
  /** `file:line`; empty for the repository as a whole. */
  place: string
  message: string
}

export interface SourceResult {
  outcome: (typeof syncOutcomes)[number]
  /** The draft's revision; null if a version was published. */
  revision: number | null
  /** The current version; null before the first. */
  version: number | null
  /** Files renamed since that version, from old path to new, oldest first. */
  renames?: [from: string, to: string][]
}

/** The git repository that a course is written in. */
export const courseSources = pgTable(
  'course_sources',
  {
    courseId: idOf(() => courses.id).primaryKey(),
    /** https, without user and password. */
    url: text().notNull(),
    /** A branch; null for the repository's own default. */
    branch: text(),
    /** The folder of the course in it; empty for its root. */
    folder: text().notNull().default(''),
    format: text().notNull().default('auto'),
    outcome: text({ enum: sourceOutcomes }).notNull().default('draft'),
    /** Encrypted; null for a public repository. */
    credential: bytes(),
    /** Encrypted: the secret that signs the notices of the host. */
    hookSecret: bytes().notNull(),
    /** When a sync was requested that has not begun; null if none waits. */
    requestedAt: instant(),
    /** When and how the last sync ended. */
    syncedAt: instant('looked_at'),
    status: text({ enum: sourceStatuses }).notNull().default('new'),
    /** The commit of the last sync that was read completely. */
    commit: text(),
    /** Mistakes and warnings of the last sync. */
    problems: jsonb().$type<SourceProblem[]>(),
    /** Changes to the course by the last sync that was read completely. */
    result: jsonb().$type<SourceResult>(),
    /** The job that syncs, or waits to retry, and until when no other may sync. */
    runBy: uuid(),
    runUntil: instant(),
    setBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
  },
  (sources) => [
    index('course_sources_set_by').on(sources.setBy).where(sql`${sources.setBy} is not null`),
    known('course_sources_outcome_known', sources.outcome),
    known('course_sources_status_known', sources.status),
  ],
)
