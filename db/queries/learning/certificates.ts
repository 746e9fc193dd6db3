import {
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { findByWords, type WordSearch } from '../../found-by-words.ts'
import { beforeId, isBefore, lowestId, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { runNamed, runPlanned } from '../../postgres/named-statement.ts'
import {
  certificateFiles,
  certificateIssuers,
  certificates,
  certificateReinstatements as reinstatements,
} from '../../schema/learning/certificates.ts'
import type { EnrollmentKey } from '../../schema/learning/enrollments.ts'
import { users } from '../../schema/people/users.ts'
import { isNotPostponed } from '../platform/postponed.ts'

export type CertificateRow = typeof certificates.$inferSelect

/** The facts about a certificate that change after it was issued. */
export interface CertificateState {
  /** SHA-256 of its PDF, hexadecimal; null before it is printed. */
  pdfSha256: string | null
  /** Code of the certificate that replaced it. */
  successorCode: string | null
  /** Whether it bears a guessed name, and the learner has not set one yet. */
  isNameUnconfirmed: boolean
  /** Its latest revocation that was reversed. */
  reinstatement: Reinstatement | null
}

/** A reversed revocation. Instants are ISO 8601. */
export interface Reinstatement {
  revokedAt: string
  revocationReason: string
  reinstatedAt: string
  reason: string
}

export type CertificateWithState = CertificateRow & CertificateState

const successors = alias(certificates, 'successors')
const state = {
  pdfSha256: certificateFiles.sha256,
  successorCode: successors.code,
  isNameUnconfirmed: sql<boolean>`${certificates.nameIsGuess}
    and coalesce(${users.nameIsGuess}, false)`,
  reinstatement: sql<Reinstatement | null>`(
    select jsonb_build_object(
      'revokedAt', ${instantText(reinstatements.revokedAt)},
      'revocationReason', ${reinstatements.revocationReason},
      'reinstatedAt', ${instantText(reinstatements.reinstatedAt)},
      'reason', ${reinstatements.reason})
    from ${reinstatements}
    where ${reinstatements.certificateId} = ${certificates.id}
    order by ${reinstatements.revokedAt} desc
    limit 1)`,
}

function instantText(column: AnyPgColumn) {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function selectWithState(db: Db) {
  return db
    .select({ ...getTableColumns(certificates), ...state })
    .from(certificates)
    .leftJoin(certificateFiles, eq(certificateFiles.certificateId, certificates.id))
    .leftJoin(successors, eq(successors.supersedes, certificates.id))
    .leftJoin(users, eq(users.id, certificates.userId))
}

/** Inserts a certificate; undefined if the learner already has one for this course. */
export async function insertCertificate(
  db: Db,
  certificate: typeof certificates.$inferInsert,
): Promise<CertificateRow | undefined> {
  const [row] = await db.insert(certificates).values(certificate).onConflictDoNothing().returning()
  return row
}

export async function findCertificateOf(
  db: Db,
  userId: string,
  courseId: string,
): Promise<CertificateRow | undefined> {
  const [certificate] = await db.select().from(certificates).where(isCurrent(userId, courseId))
  return certificate
}

function isCurrent(userId: string, courseId: string) {
  return and(
    eq(certificates.userId, userId),
    eq(certificates.courseId, courseId),
    ne(certificates.status, 'superseded'),
  )
}

/** Finds it as findCertificateOf() does, with its state. */
export async function findCertificateWithState(
  db: Db,
  userId: string,
  courseId: string,
): Promise<CertificateWithState | undefined> {
  const [certificate] = await selectWithState(db).where(isCurrent(userId, courseId))
  return certificate
}

export async function findCertificateByCode(
  db: Db,
  code: string,
): Promise<CertificateRow | undefined> {
  const [certificate] = await db.select().from(certificates).where(eq(certificates.code, code))
  return certificate
}

export async function findCertificate(db: Db, id: string): Promise<CertificateRow | undefined> {
  const [certificate] = await db.select().from(certificates).where(eq(certificates.id, id))
  return certificate
}

/** Locks the certificate until the end of the transaction. */
export async function lockCertificate(db: Db, id: string): Promise<CertificateRow> {
  const [certificate] = await db
    .select()
    .from(certificates)
    .where(eq(certificates.id, id))
    .for('update')
  if (certificate === undefined) throw new Error('There is no such certificate.')
  return certificate
}

/**
 * Locks some issued certificates of the user that bear a guessed name other than this one, until
 * the end of the transaction.
 */
export async function lockCertificatesWithGuess(
  db: Db,
  { userId, name, limit }: { userId: string; name: string; limit: number },
): Promise<CertificateRow[]> {
  return db
    .select()
    .from(certificates)
    .where(
      and(
        eq(certificates.userId, userId),
        eq(certificates.status, 'issued'),
        eq(certificates.nameIsGuess, true),
        ne(certificates.learnerName, name),
      ),
    )
    .orderBy(certificates.id)
    .limit(limit)
    .for('update')
}

/**
 * Locks completed enrollments of the user, after this course, without a certificate for the latest
 * completion. Leaves those that somebody else has locked.
 */
export function lockWaitingForCertificate(
  db: Db,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
): Promise<(EnrollmentKey & { versionId: string; completedAt: Date; isRenewal: boolean })[]> {
  return runNamed(db, {
    name: 'lock_waiting_for_certificate',
    text: `
      select e.user_id as "userId", e.course_id as "courseId", e.version_id as "versionId",
        e.completed_at as "completedAt", e.renewing_since is not null as "isRenewal"
      from enrollments e
      where e.user_id = $1 and e.course_id > $2 and e.completed_at is not null
        and case when e.renewing_since is not null then bit_count(e.remaining_lessons) = 0
          else not exists (
            select from certificates c where c.user_id = e.user_id and c.course_id = e.course_id
              and c.status <> 'superseded') end
      order by e.course_id limit $3 for no key update of e skip locked`,
    values: [userId, after ?? lowestId, limit],
  })
}

/** Finds the certificate that replaced this one. */
export async function findSuccessor(db: Db, id: string): Promise<CertificateRow | undefined> {
  const [successor] = await db.select().from(certificates).where(eq(certificates.supersedes, id))
  return successor
}

export interface CertificateFilter {
  ids?: readonly string[] | undefined
  code?: string | undefined
  userId?: string | undefined
  courseId?: string | undefined
  status?: CertificateRow['status'] | undefined
}

/** Lists certificates older than `before`, newest first, each with its state. */
export async function listCertificates(
  db: Db,
  { ids, code, userId, courseId, status, before, limit }: CertificateFilter & PageBefore,
): Promise<CertificateWithState[]> {
  return selectWithState(db)
    .where(
      and(
        ids && inArray(certificates.id, [...ids]),
        code === undefined ? undefined : eq(certificates.code, code),
        userId === undefined ? undefined : eq(certificates.userId, userId),
        courseId === undefined ? undefined : eq(certificates.courseId, courseId),
        status === undefined ? undefined : eq(certificates.status, status),
        isBefore(certificates.id, before),
      ),
    )
    .orderBy(desc(certificates.id))
    .limit(limit)
}

/**
 * Returns ids of certificates with these words in the learner's name, or whose code begins like
 * this, newest first.
 */
export async function searchCertificates(
  db: Db,
  {
    words,
    codePart,
    status,
    courseId,
    userId,
    before,
    limit,
  }: Omit<CertificateFilter, 'ids' | 'code'> &
    PageBefore & { words: readonly string[][]; codePart: string | undefined },
): Promise<string[]> {
  const where = `($3::text is null or status = $3) and ($4::uuid is null or course_id = $4)
    and ($5::uuid is null or user_id = $5) and certificates.id < ${beforeId('$6')}`
  const filter = [status ?? null, courseId ?? null, userId ?? null, before ?? null]
  const named = await findByWords<{ id: string }>(db, {
    from: 'certificates',
    id: 'certificates.id',
    where,
    values: filter,
    text: 'fold_text(learner_name)',
    select: 'certificates.id',
    search: { words, limit },
  })
  const coded =
    codePart === undefined
      ? []
      : await runPlanned<{ id: string }>(db, {
          text: `select id from certificates where code between $1 and $2 and ${where}
            order by id desc limit $7`,
          values: [codePart.padEnd(17, '0'), codePart.padEnd(17, 'Z'), ...filter, limit],
        })
  const ids = new Set([...named, ...coded].map(({ id }) => id))
  return [...ids].sort().reverse().slice(0, limit)
}

type FoundCertificate = Pick<
  CertificateRow,
  'id' | 'code' | 'learnerName' | 'courseTitle' | 'status' | 'issuedAt'
>

/** Finds certificates by words of the learner's name on them, or the one with this code. */
export function findCertificates(
  db: Db,
  search: WordSearch & { code: string | undefined },
): Promise<FoundCertificate[]> {
  return findByWords(db, {
    from: 'certificates',
    id: 'certificates.id',
    where: '($3::text is null or code = $3)',
    values: [search.code ?? null],
    text: 'fold_text(learner_name)',
    select: `certificates.id, code, learner_name as "learnerName", course_title as "courseTitle",
      status, issued_at as "issuedAt"`,
    search: search.code === undefined ? search : { ...search, words: [] },
  })
}

/** Marks it as claimed; true for the first call only. */
export async function markClaimed(db: Db, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(certificates)
    .set({ claimedAt: at })
    .where(and(eq(certificates.id, id), isNull(certificates.claimedAt)))
  return rowCount === 1
}

/** Revokes a certificate and returns it; undefined if it was no longer `issued`. */
export async function markRevoked(
  db: Db,
  id: string,
  { reason, at }: { reason: string; at: Date },
): Promise<CertificateRow | undefined> {
  const [revoked] = await db
    .update(certificates)
    .set({ status: 'revoked', revokedAt: at, revocationReason: reason })
    .where(and(eq(certificates.id, id), eq(certificates.status, 'issued')))
    .returning()
  return revoked
}

/**
 * Reverses the revocation of a locked, revoked certificate, and keeps its date and reason on
 * record.
 */
export async function markReinstated(
  db: Db,
  { id, revokedAt, revocationReason }: CertificateRow,
  { reason, at }: { reason: string; at: Date },
): Promise<CertificateRow> {
  if (revokedAt === null || revocationReason === null)
    throw new Error('Only a revoked certificate is reinstated.')
  await db
    .insert(reinstatements)
    .values({ certificateId: id, revokedAt, revocationReason, reinstatedAt: at, reason })
  const [reinstated] = await db
    .update(certificates)
    .set({ status: 'issued', revokedAt: null, revocationReason: null })
    .where(and(eq(certificates.id, id), eq(certificates.status, 'revoked')))
    .returning()
  if (reinstated === undefined) throw new Error('The certificate was not locked.')
  return reinstated
}

/** Makes room for a successor. */
export async function markSuperseded(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(certificates)
    .set({ status: 'superseded', supersededAt: at })
    .where(eq(certificates.id, id))
}

/**
 * Lists certificates whose learners should be told something, by when they expire, after this
 * place: see `reminderAt`.
 */
export async function listExpiring(
  db: Db,
  {
    now,
    after,
    limit,
  }: { now: Date; after: { validUntil: Date; id: string } | undefined; limit: number },
): Promise<{ id: string; validUntil: Date }[]> {
  return runNamed(db, {
    name: 'list_expiring_certificates',
    text: `
      select id, valid_until as "validUntil" from certificates
      where status = 'issued' and valid_until is not null and expiry_told is distinct from 0
        and valid_until <= $1::timestamptz + interval '60 days'
        and valid_until >= $2::timestamptz and (valid_until, id) > ($2::timestamptz, $3::uuid)
        and (expiry_told is null or expiry_told > case
          when valid_until <= $1::timestamptz then 0
          when valid_until <= $1::timestamptz + interval '7 days' then 7
          when valid_until <= $1::timestamptz + interval '30 days' then 30
          else 60 end)
        and ${isNotPostponed('tell-expiry', 'id::text', '$1')}
      order by valid_until, id limit $4`,
    values: [now, after?.validUntil ?? new Date(0), after?.id ?? lowestId, limit],
  })
}

/**
 * Records what is told about an expiring certificate; undefined if it was told already, or
 * superseded or revoked meanwhile. Without its learner there is nothing left to tell.
 */
export async function markExpiryTold(
  db: Db,
  id: string,
  reminder: number,
): Promise<CertificateRow | undefined> {
  const { status, expiryTold, userId } = certificates
  const [told] = await db
    .update(certificates)
    .set({ expiryTold: sql`case when ${userId} is null then 0 else ${reminder}::int end` })
    .where(
      and(
        eq(certificates.id, id),
        eq(status, 'issued'),
        or(isNull(expiryTold), gt(expiryTold, reminder)),
      ),
    )
    .returning()
  return told
}

/** Stores the credential unless there is one, and returns the stored one. */
export async function storeCredential(db: Db, id: string, credential: string): Promise<string> {
  const [kept] = await db
    .update(certificates)
    .set({ credential: sql`coalesce(${certificates.credential}, ${credential})` })
    .where(eq(certificates.id, id))
    .returning({ credential: certificates.credential })
  return kept?.credential ?? credential
}

/** Stores the name of an issuer, so that its document is found by its id. */
export async function storeIssuer(
  db: Db,
  issuer: typeof certificateIssuers.$inferInsert,
): Promise<void> {
  await db.insert(certificateIssuers).values(issuer).onConflictDoNothing()
}

export async function findIssuerName(db: Db, id: string): Promise<string | undefined> {
  const [issuer] = await db.select().from(certificateIssuers).where(eq(certificateIssuers.id, id))
  return issuer?.name
}

/** Lists the status indexes from `first` to `last` of revoked or superseded certificates. */
export async function listVoidIndexes(
  db: Db,
  { first, last }: { first: number; last: number },
): Promise<number[]> {
  const found = await db
    .select({ index: certificates.statusIndex })
    .from(certificates)
    .where(and(between(certificates.statusIndex, first, last), ne(certificates.status, 'issued')))
  return found.map(({ index }) => index)
}

/** Finds the highest index so far; undefined before the first certificate. */
export async function findHighestStatusIndex(db: Db): Promise<number | undefined> {
  const [highest] = await db
    .select({ index: certificates.statusIndex })
    .from(certificates)
    .orderBy(desc(certificates.statusIndex))
    .limit(1)
  return highest?.index
}

/**
 * Stores the file unless there is one: a printed certificate is never replaced. Returns whether it
 * is new.
 */
export async function insertCertificateFile(
  db: Db,
  file: typeof certificateFiles.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await db.insert(certificateFiles).values(file).onConflictDoNothing()
  return rowCount === 1
}

export type CertificateFile = Pick<
  typeof certificateFiles.$inferSelect,
  'storage' | 'pdf' | 'fileName' | 'sha256'
>

export async function findCertificateFile(
  db: Db,
  certificateId: string,
): Promise<CertificateFile | undefined> {
  const { storage, pdf, fileName, sha256 } = certificateFiles
  const [file] = await db
    .select({ storage, pdf, fileName, sha256 })
    .from(certificateFiles)
    .where(eq(certificateFiles.certificateId, certificateId))
  return file
}

export async function findCertificateState(db: Db, id: string): Promise<CertificateState> {
  const [found] = await db
    .select(state)
    .from(certificates)
    .leftJoin(certificateFiles, eq(certificateFiles.certificateId, certificates.id))
    .leftJoin(successors, eq(successors.supersedes, certificates.id))
    .leftJoin(users, eq(users.id, certificates.userId))
    .where(eq(certificates.id, id))
  return (
    found ?? {
      pdfSha256: null,
      successorCode: null,
      isNameUnconfirmed: false,
      reinstatement: null,
    }
  )
}

/** Finds the certificate whose PDF has this SHA-256. */
export async function findCertificateByFileHash(
  db: Db,
  sha256: string,
): Promise<CertificateRow | undefined> {
  const [certificate] = await db
    .select(getTableColumns(certificates))
    .from(certificateFiles)
    .innerJoin(certificates, eq(certificates.id, certificateFiles.certificateId))
    .where(eq(certificateFiles.sha256, sha256))
  return certificate
}

/** Lists ids, from one on, of certificates issued before then without a file, oldest first. */
export async function listUnprinted(
  db: Db,
  { from, before, limit }: { from: string; before: Date; limit: number },
): Promise<string[]> {
  // Limits both sides to this id and later, so that older rows are not read.
  const isFile = and(
    eq(certificateFiles.certificateId, certificates.id),
    gte(certificateFiles.certificateId, from),
  )
  const isUnprinted = isNull(certificateFiles.certificateId)
  const found = await db
    .select({ id: certificates.id })
    .from(certificates)
    .leftJoin(certificateFiles, isFile)
    .where(and(isUnprinted, gte(certificates.id, from), lt(certificates.issuedAt, before)))
    .orderBy(asc(certificates.issuedAt))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Lists which of the files belong to a certificate. */
export async function listKnownFiles(db: Db, names: string[]): Promise<string[]> {
  const found = await db
    .select({ name: certificateFiles.fileName })
    .from(certificateFiles)
    .where(
      and(
        inArray(
          certificateFiles.certificateId,
          names.map((name) => name.slice(0, 36)),
        ),
        inArray(certificateFiles.fileName, names),
      ),
    )
  return found.flatMap(({ name }) => name ?? [])
}

/**
 * Writes a lost certificate as it was, with its place in the status lists. False if its code or its
 * place now belongs to a different one.
 */
export async function insertLostCertificate(
  db: Db,
  certificate: typeof certificates.$inferInsert & { statusIndex: number },
): Promise<boolean> {
  const { rowCount } = await db
    .insert(certificates)
    .overridingSystemValue()
    .values(certificate)
    .onConflictDoNothing()
  return rowCount === 1
}
