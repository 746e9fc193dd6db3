import { asc, desc, lt, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { operatorFindings, operatorMails } from '../../schema/maintenance/operators.ts'

export type OperatorFindingRow = typeof operatorFindings.$inferSelect
export type OperatorMailRow = typeof operatorMails.$inferSelect

/**
 * Stores what a look has found, and returns all that is known. What was found before keeps its
 * time, also of the `unknown` kinds, at which nobody could look; what is mended goes.
 */
export async function replaceOperatorFindings(
  db: Db,
  { findings, unknown }: { findings: OperatorFindingRow[]; unknown: string[] },
): Promise<OperatorFindingRow[]> {
  const kinds = findings.map(({ kind }) => kind)
  await db.delete(operatorFindings).where(notInArray(operatorFindings.kind, [...kinds, ...unknown]))
  if (findings.length > 0) await upsertOperatorFindings(db, findings)
  return listOperatorFindings(db)
}

async function upsertOperatorFindings(db: Db, findings: OperatorFindingRow[]): Promise<void> {
  await db
    .insert(operatorFindings)
    .values(findings.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)))
    .onConflictDoUpdate({
      target: operatorFindings.kind,
      set: { facts: sql`excluded.facts` },
    })
}

export async function listOperatorFindings(db: Db): Promise<OperatorFindingRow[]> {
  return db.select().from(operatorFindings).orderBy(asc(operatorFindings.kind))
}

export async function findLastOperatorMail(db: Db): Promise<OperatorMailRow | undefined> {
  const [last] = await db.select().from(operatorMails).orderBy(desc(operatorMails.day)).limit(1)
  return last
}

/** True for the first mail of the day, which is yours to send. */
export async function claimOperatorMail(db: Db, mail: OperatorMailRow): Promise<boolean> {
  const { rowCount } = await db.insert(operatorMails).values(mail).onConflictDoNothing()
  return rowCount === 1
}

export async function deleteOperatorMailsBefore(db: Db, day: string): Promise<void> {
  await db.delete(operatorMails).where(lt(operatorMails.day, day))
}
