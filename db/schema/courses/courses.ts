import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CourseTerms } from '../../../content/course-fields.ts'
import { ruleValues } from '../../../content/course-rules.ts'
import {
  courseGrades,
  courseKinds,
  courseLevels,
  courseOrders,
  courseStatuses,
  versionKinds,
} from '../../../content/course-values.ts'
import { id, idOf, instant, known, together } from '../../columns.ts'
import { brandings } from '../platform/branding.ts'

export const courses = pgTable(
  'courses',
  {
    id: id(),
    slug: text().notNull(),
    /** A program is a course whose lessons are courses. */
    kind: text({ enum: courseKinds }).notNull().default('course'),
    status: text({ enum: courseStatuses }).notNull(),
    /** Integer minor units. */
    priceAmount: integer().notNull(),
    /** ISO 4217. */
    priceCurrency: text().notNull(),
    /** The version that is sold and shown; learners stay on the one they enrolled in. */
    currentVersion: integer(),
    /** The look of its certificates where it differs from the settings. */
    branding: text().references(() => brandings.sha256),
    /** Whether its content is written over the API or in an imported folder. */
    managedBy: text({ enum: ruleValues.managedBy }).notNull().default('folder'),
    /** Whether publishing needs the approval of somebody who has not written. */
    requiresReview: boolean().notNull().default(false),
    /** Whether learners may move to a newer version by themselves. */
    learnersMayMove: boolean().notNull().default(false),
    /** `watched`: a video with a known length completes once nine tenths of it were watched. */
    honesty: text({ enum: ruleValues.honesty }).notNull().default('none'),
    /** Whether HTML in its Markdown is shown as text, or basic elements as elements. */
    html: text({ enum: ruleValues.html }).notNull().default('none'),
    /** Whether learners ask about lessons, and whether they see who asks. */
    lessonQuestions: text({ enum: ruleValues.lessonQuestions }).notNull().default('none'),
    /** Counts the changes of its terms. */
    revision: integer().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (courses) => [
    uniqueIndex('courses_slug_key').on(courses.slug),
    index('courses_published_newest').on(courses.id).where(sql`${courses.status} = 'published'`),
    index('courses_programs_newest')
      .on(courses.id)
      .where(sql`${courses.status} = 'published' and ${courses.kind} = 'program'`),
    check(
      'courses_slug_readable',
      sql`${courses.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${courses.slug}) <= 80`,
    ),
    known('courses_kind_known', courses.kind),
    known('courses_status_known', courses.status),
    known('courses_managed_by_known', courses.managedBy),
    known('courses_honesty_known', courses.honesty),
    known('courses_html_known', courses.html),
    known('courses_lesson_questions_known', courses.lessonQuestions),
    check('courses_price_not_negative', sql`${courses.priceAmount} >= 0`),
    check('courses_currency_iso', sql`${courses.priceCurrency} ~ '^[A-Z]{3}$'`),
    check(
      'courses_published_has_version',
      sql`${courses.status} <> 'published' or ${courses.currentVersion} is not null`,
    ),
    foreignKey({
      name: 'courses_current_version_exists',
      columns: [courses.id, courses.currentVersion],
      foreignColumns: [courseVersions.courseId, courseVersions.number],
    }),
  ],
)

/**
 * The terms of a course, a column each: `course-fields.ts` describes them. All null in a closed
 * draft.
 */
export const draftTerms = () =>
  ({
    title: text(),
    summary: text(),
    /** Sentences: what one can do afterwards, who it is for, what one needs. */
    outcomes: text().array(),
    audience: text().array(),
    needs: text().array(),
    hoursPerWeek: integer(),
    language: text(),
    license: text(),
    source: text(),
    authors: text().array(),
    /** Names as in a web address, like `web-development`. */
    categories: text().array(),
    tags: text().array(),
    level: text({ enum: courseLevels }),
    /** A picture: its path from the course's root. */
    cover: text(),
    /** The address of a video elsewhere. */
    film: text(),
    /** Whether its certificates say the grade. */
    grade: text({ enum: courseGrades }),
    order: text('lesson_order', { enum: courseOrders }),
    /** Slugs of courses and programs to complete before one can enroll. */
    requires: text().array(),
    /** A day, or days after something: see `DayRule` in content/days/days.ts. */
    available: text(),
    due: text(),
    /** Months for which its certificates are valid; null: for ever. */
    validFor: integer(),
    credits: integer(),
    /** Each with the address of its entry in a framework: see `Skill` in content/course-fields.ts. */
    skills: text().array(),
    /** The number of a program's optional courses to choose; null: none. */
    choose: integer(),
  }) satisfies Record<keyof CourseTerms, unknown>

/** Returns the same for a version, where a list may be empty. */
function versionTerms() {
  const { title, summary, language, ...more } = draftTerms()
  const { outcomes, audience, needs, authors, categories, tags, requires, skills, ...others } = more
  return {
    title: title.notNull(),
    summary: summary.notNull(),
    language: language.notNull(),
    outcomes: outcomes.notNull().default([]),
    audience: audience.notNull().default([]),
    needs: needs.notNull().default([]),
    authors: authors.notNull().default([]),
    categories: categories.notNull().default([]),
    tags: tags.notNull().default([]),
    requires: requires.notNull().default([]),
    skills: skills.notNull().default([]),
    ...others,
  }
}

/** A published state of a course. A trigger refuses every change. */
export const courseVersions = pgTable(
  'course_versions',
  {
    id: id(),
    courseId: idOf((): AnyPgColumn => courses.id),
    number: integer().notNull(),
    ...versionTerms(),
    /** Whether it has rules on the order or time in which lessons open: else nothing is locked. */
    ruled: boolean().notNull().default(false),
    /** SHA-256 of the cover. */
    coverSha256: text(),
    /** SHA-256 of everything in the version: the same content is never published twice in a row. */
    contentHash: text().notNull(),
    publishedAt: instant().notNull(),
    /** The kind of its changes; null for versions from before kinds were kept. */
    kind: text({ enum: versionKinds }),
    /** Its author's note about it. */
    note: text(),
  },
  (versions) => [
    unique('course_versions_number_key').on(versions.courseId, versions.number),
    unique('course_versions_of_course').on(versions.courseId, versions.id),
    known('course_versions_level_known', versions.level),
    known('course_versions_grade_known', versions.grade),
    known('course_versions_order_known', versions.order),
    check('course_versions_valid_for_range', sql`${versions.validFor} between 1 and 600`),
    check('course_versions_choose_range', sql`${versions.choose} between 1 and 100`),
    together('course_versions_cover_whole', versions.cover, versions.coverSha256),
    check('course_versions_number_positive', sql`${versions.number} >= 1`),
    known('course_versions_kind_known', versions.kind),
  ],
)

export const sections = pgTable(
  'sections',
  {
    id: id(),
    versionId: idOf(() => courseVersions.id),
    position: integer().notNull(),
    title: text().notNull(),
  },
  (sections) => [
    unique('sections_position_key').on(sections.versionId, sections.position),
    unique('sections_of_version').on(sections.versionId, sections.id),
  ],
)
