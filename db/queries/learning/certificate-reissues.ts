import { and, eq, lt } from 'drizzle-orm'
import { afterId } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { certificateReissues, reissueOutcomes } from '../../schema/learning/certificate-reissues.ts'

export type ReissueRow = typeof certificateReissues.$inferSelect
export type ReissueOutcome = (typeof reissueOutcomes)[number]

export async function insertReissue(
  db: Db,
  reissue: Omit<ReissueRow, 'status' | 'after' | 'finishedAt' | ReissueOutcome>,
): Promise<ReissueRow> {
  const [row] = await db
    .insert(certificateReissues)
    .values({ ...reissue, status: 'running' })
    .returning()
  if (row === undefined) throw new Error('A reissue was not inserted.')
  return row
}

export async function findReissue(db: Db, id: string): Promise<ReissueRow | undefined> {
  const [row] = await db.select().from(certificateReissues).where(eq(certificateReissues.id, id))
  return row
}

export async function listUnfinishedReissues(db: Db): Promise<string[]> {
  return listNamed(db, {
    name: 'list_unfinished_certificate_reissues',
    text: `select id from certificate_reissues where status = 'running' order by id`,
    values: [],
  })
}

/** Returns the ids of certificates by their codes. */
export async function findIdsOfCodes(
  db: Db,
  codes: readonly string[],
): Promise<{ id: string; code: string }[]> {
  return runNamed(db, {
    name: 'find_ids_of_certificate_codes',
    text: 'select id, code from certificates where code = any($1::text[])',
    values: [codes],
  })
}

/** Lists the next certificates that a reissue looks at, without those that it has made. */
export async function listCertificatesToReissue(
  db: Db,
  { id, courseId, certificateIds, after }: ReissueRow,
  limit: number,
): Promise<string[]> {
  if (certificateIds !== null)
    return [...certificateIds]
      .sort()
      .filter((one) => after === null || one > after)
      .slice(0, limit)
  return listNamed(db, {
    name: 'list_certificates_to_reissue',
    text: `
      select id from certificates
      where course_id = $1 and id > ${afterId('$2')} and status <> 'superseded'
        and reissue_id is distinct from $3
      order by id limit $4`,
    values: [courseId, after, id, limit],
  })
}

const counters = reissueOutcomes.map((name) => `${name} = ${name} + ($4 = '${name}')::integer`)

/**
 * Counts the next certificate with its outcome. False if another process has counted it: what was
 * done to it must be undone.
 */
export async function countReissued(
  db: Db,
  { id, after }: Pick<ReissueRow, 'id' | 'after'>,
  { certificateId, outcome }: { certificateId: string; outcome: ReissueOutcome },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'count_reissued_certificate',
    text: `
      update certificate_reissues set after = $3, ${counters.join(', ')}
      where id = $1 and after is not distinct from $2::uuid and status = 'running'
      returning id`,
    values: [id, after, certificateId, outcome],
  })
}

/** Ends a reissue, and forgets whose it left; true for whoever does it first. */
export async function finishReissue(
  db: Db,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'finish_certificate_reissue',
    text: `
      update certificate_reissues set status = 'done', finished_at = $2, leaves = null
      where id = $1 and status = 'running' returning id`,
    values: [id, at],
  })
}

/** Deletes those that changed nothing. */
export async function deleteDryReissuesBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(certificateReissues)
    .where(and(eq(certificateReissues.dryRun, true), lt(certificateReissues.createdAt, before)))
}
