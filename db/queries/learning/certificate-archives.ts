import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { isAfter, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed } from '../../postgres/named-statement.ts'
import { certificateArchives } from '../../schema/learning/certificate-archives.ts'
import { certificateFiles, certificates } from '../../schema/learning/certificates.ts'
import { cohortMembers } from '../../schema/learning/cohorts.ts'
import type { CertificateRow } from './certificates.ts'

export type ArchiveRow = typeof certificateArchives.$inferSelect

/** Inserts an archive, or returns the same one of the account that is under way. */
export async function beginArchive(
  db: Db,
  archive: Pick<ArchiveRow, 'id' | 'courseId' | 'cohortIds' | 'requestedBy' | 'createdAt'>,
): Promise<ArchiveRow> {
  const [begun] = await db
    .insert(certificateArchives)
    .values({ ...archive, status: 'running' })
    .onConflictDoNothing()
    .returning()
  if (begun !== undefined) return begun

  const [running] = await db
    .select()
    .from(certificateArchives)
    .where(
      and(
        eq(certificateArchives.requestedBy, archive.requestedBy),
        eq(certificateArchives.courseId, archive.courseId),
        eq(certificateArchives.status, 'running'),
        sql`coalesce(${certificateArchives.cohortIds}, '{}')
          = coalesce(${sql.param(archive.cohortIds)}::uuid[], '{}')`,
      ),
    )
  // Tries once more if it has ended in between.
  return running ?? beginArchive(db, archive)
}

export async function findArchive(db: Db, id: string): Promise<ArchiveRow | undefined> {
  const [row] = await db.select().from(certificateArchives).where(eq(certificateArchives.id, id))
  return row
}

export async function listUnfinishedArchives(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: certificateArchives.id })
    .from(certificateArchives)
    .where(eq(certificateArchives.status, 'running'))
  return rows.map(({ id }) => id)
}

export interface ArchiveStep {
  /** The last certificate looked at; null once none is left. */
  after: string | null
  ready: number
  unprinted: number
}

/** Counts a step. False if another process has made it: its counts are left out then. */
export async function advanceArchive(
  db: Db,
  { id, after }: Pick<ArchiveRow, 'id' | 'after'>,
  { step, now }: { step: ArchiveStep; now: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'advance_certificate_archive',
    text: `
      update certificate_archives set after = coalesce($3::uuid, after), ready = ready + $4,
        unprinted = unprinted + $5, status = case when $3::uuid is null then 'done' else status end,
        finished_at = case when $3::uuid is null then $6::timestamptz end
      where id = $1 and after is not distinct from $2::uuid and status = 'running'
      returning id`,
    values: [id, after, step.after, step.ready, step.unprinted, now],
  })
}

/** Lists valid certificates of learners of a course, oldest first, with whether each is printed. */
export async function listCertificatesToArchive(
  db: Db,
  {
    courseId,
    cohortIds,
    now,
    after,
    limit,
  }: PageAfter & Pick<ArchiveRow, 'courseId' | 'cohortIds'> & { now: Date },
): Promise<{ certificate: CertificateRow; isPrinted: boolean }[]> {
  const inCohorts = db
    .select({ userId: cohortMembers.userId })
    .from(cohortMembers)
    .where(
      and(
        eq(cohortMembers.userId, certificates.userId),
        inArray(cohortMembers.cohortId, cohortIds ?? []),
      ),
    )
  const isPrinted = sql<boolean>`${certificateFiles.certificateId} is not null`
  return db
    .select({ certificate: certificates, isPrinted })
    .from(certificates)
    .leftJoin(certificateFiles, eq(certificateFiles.certificateId, certificates.id))
    .where(
      and(
        eq(certificates.courseId, courseId),
        eq(certificates.status, 'issued'),
        isNotNull(certificates.userId),
        or(isNull(certificates.validUntil), gt(certificates.validUntil, now)),
        cohortIds === null ? undefined : exists(inCohorts),
        isAfter(certificates.id, after),
      ),
    )
    .orderBy(asc(certificates.id))
    .limit(limit)
}

export async function deleteArchivesBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(certificateArchives)
    .where(and(eq(certificateArchives.status, 'done'), lt(certificateArchives.createdAt, before)))
}
