import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, idOf, indexOfParts, instant, known } from '../../columns.ts'
import { courseVersions } from '../courses/courses.ts'
import { users } from '../people/users.ts'
import { brandings } from '../platform/branding.ts'

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
})

/** superseded: replaced by a newer certificate of the same course. */
export const certificateStatuses = ['issued', 'revoked', 'superseded'] as const
/** Learners are shown the newest one. */
export type ShownCertificateStatus = Exclude<(typeof certificateStatuses)[number], 'superseded'>

/**
 * A frozen snapshot of an achievement. It may be revoked or superseded, is never deleted, and
 * outlives the account.
 */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    /** 17 symbols of Crockford's base32, the last one a check symbol; no dashes. */
    code: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    courseId: uuid().notNull(),
    versionId: uuid().notNull(),
    learnerName: text().notNull(),
    /**
     * The name was guessed from the email: replaced by a new certificate once the learner sets one.
     */
    nameIsGuess: boolean().notNull().default(false),
    courseTitle: text().notNull(),
    courseVersion: integer().notNull(),
    language: text().notNull(),
    issuer: text().notNull(),
    /** Null for certificates that predate stored brandings: they follow the settings. */
    branding: text().references(() => brandings.sha256),
    /** Minutes of the version's required lessons, or of all lessons if none is required. */
    minutes: integer(),
    /** Titles of the courses completed for a program, in its order. */
    courses: text().array(),
    /** The grade in basis points; null if the course prints none. */
    grade: integer(),
    completedAt: instant().notNull(),
    issuedAt: instant().notNull(),
    /** Null for ever. */
    validUntil: instant(),
    /**
     * The days that the paper bears, in the school's time zone at that time; null for earlier
     * papers, which have the days of UTC.
     */
    completedOn: date(),
    issuedOn: date(),
    /** The last day of its validity; null for ever. */
    lastDay: date(),
    /** The days left when the learner was last told: 60, 30, 7 or 0; null if not yet. */
    expiryTold: integer(),
    /** When the learner first claimed it. */
    claimedAt: instant(),
    status: text({ enum: certificateStatuses }).notNull().default('issued'),
    revokedAt: instant(),
    revocationReason: text(),
    /** The certificate that this one replaces. Unique: each has one successor. */
    supersedes: uuid().references((): AnyPgColumn => certificates.id),
    supersededAt: instant(),
    /** The reissue of many that made it. Its reason is in the mail. */
    reissueId: uuid(),
    /** Its bit in the status lists. */
    statusIndex: integer().notNull().generatedAlwaysAsIdentity({ startWith: 0, minValue: 0 }),
    /** The Open Badge as first signed, a compact JWS. */
    credential: text(),
  },
  (certificates) => [
    uniqueIndex('certificates_code_key').on(certificates.code),
    uniqueIndex('certificates_one_per_course')
      .on(certificates.userId, certificates.courseId)
      .where(sql`${certificates.status} <> 'superseded'`),
    uniqueIndex('certificates_one_successor').on(certificates.supersedes),
    uniqueIndex('certificates_status_index').on(certificates.statusIndex),
    index('certificates_void')
      .on(certificates.statusIndex)
      .where(sql`${certificates.status} <> 'issued'`),
    index('certificates_expiring')
      .on(certificates.validUntil)
      .where(
        sql`${certificates.status} = 'issued' and ${certificates.validUntil} is not null and ${certificates.expiryTold} is distinct from 0`,
      ),
    indexOfParts('certificates_spelled', sql`fold_text(${certificates.learnerName}) gin_trgm_ops`),
    index('certificates_user_newest').on(certificates.userId, certificates.id),
    index('certificates_course').on(certificates.courseId, certificates.versionId),
    index('certificates_of_course').on(certificates.courseId, certificates.id),
    foreignKey({
      name: 'certificates_version_of_course',
      columns: [certificates.courseId, certificates.versionId],
      foreignColumns: [courseVersions.courseId, courseVersions.id],
    }),
    check('certificates_code_form', sql`${certificates.code} ~ '^[0-9A-HJKMNP-TV-Z]{17}$'`),
    known('certificates_status_known', certificates.status),
    check(
      'certificates_revoked_says_why',
      sql`(${certificates.status} = 'revoked') = (${certificates.revokedAt} is not null and ${certificates.revocationReason} is not null)`,
    ),
    check(
      'certificates_superseded_says_when',
      sql`(${certificates.status} = 'superseded') = (${certificates.supersededAt} is not null)`,
    ),
    check('certificates_supersede_others', sql`${certificates.supersedes} <> ${certificates.id}`),
    check('certificates_minutes_positive', sql`${certificates.minutes} >= 1`),
    check('certificates_grade_range', sql`${certificates.grade} between 0 and 10000`),
  ],
)

/**
 * Reinstatements, append-only. A revoked certificate becomes valid again only together with its
 * record here; the database ensures that.
 */
export const certificateReinstatements = pgTable(
  'certificate_reinstatements',
  {
    certificateId: idOf(() => certificates.id),
    /** Copied from the certificate. */
    revokedAt: instant().notNull(),
    revocationReason: text().notNull(),
    reinstatedAt: instant().notNull(),
    reason: text().notNull(),
  },
  (reinstatements) => [
    primaryKey({
      name: 'certificate_reinstatements_pk',
      columns: [reinstatements.certificateId, reinstatements.revokedAt],
    }),
  ],
)

/**
 * The issuers that are called otherwise than the school, once a credential names them. Their
 * documents are found by the hash of the name, so that nobody can make one up.
 */
export const certificateIssuers = pgTable('certificate_issuers', {
  id: text().primaryKey(),
  name: text().notNull(),
})

/** The printed PDF: written once, never printed again. */
export const certificateFiles = pgTable(
  'certificate_files',
  {
    certificateId: idOf(() => certificates.id).primaryKey(),
    /** The storage of its bytes: in `pdf`, or elsewhere under `fileName`. */
    storage: text({ enum: ['database', 'folder', 's3'] })
      .notNull()
      .default('database'),
    pdf: bytes(),
    fileName: text(),
    /** Hexadecimal. */
    sha256: text().notNull(),
    renderedAt: instant().notNull(),
  },
  (files) => [
    index('certificate_files_sha256').on(files.sha256),
    known('certificate_files_storage_known', files.storage),
    check(
      'certificate_files_somewhere',
      sql`(${files.storage} = 'database') = (${files.pdf} is not null) and (${files.storage} = 'database') = (${files.fileName} is null)`,
    ),
  ],
)
