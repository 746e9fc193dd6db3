import { asc, desc, lt, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../postgres/client.ts'
import { operatorFindings, operatorMails } from '../../../schema/maintenance/operators.ts'

export type OperatorFindingRow = typeof operatorFindings.$inferSelect
export type OperatorMailRow = typeof operatorMails.$inferSelect

/**
 * Stores a look's findings, and returns all that are known. Earlier ones keep their time, also of
 * `unknown` kinds, which nobody could look at; what is fixed goes.
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

/** Claims the day's first mail; true for the caller that is to send it. */
export async function claimOperatorMail(db: Db, mail: OperatorMailRow): Promise<boolean> {
  const { rowCount } = await db.insert(operatorMails).values(mail).onConflictDoNothing()
  return rowCount === 1
}

export async function deleteOperatorMailsBefore(db: Db, day: string): Promise<void> {
  await db.delete(operatorMails).where(lt(operatorMails.day, day))
}
