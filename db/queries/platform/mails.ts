import { eq, getTableColumns, lt } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { mails } from '../../schema/platform/mails.ts'
import { selectList } from '../../select-list.ts'

export type MailRow = typeof mails.$inferSelect

export const mailStatuses = mails.status.enumValues

export interface MailTry extends Pick<MailRow, 'id' | 'userId' | 'kind' | 'status' | 'failure'> {
  payload: object | null
  createdAt: Date
  at: Date
}

/** Records a try to send a mail; if the account is gone, only that there was a mail. */
export async function recordTry(db: Db, mail: MailTry): Promise<void> {
  const { id, userId, kind, status, failure, payload, createdAt, at } = mail
  await runNamed(db, {
    name: 'record_try_of_mail',
    text: `
      insert into mails
        (id, user_id, kind, status, attempts, failure, payload, created_at, ended_at)
      select $1, u.id, $3, $4, 1, $5, case when u.id is null then null else $6::jsonb end, $7, $8
      from (values ($2::uuid)) as wanted (user_id) left join users u on u.id = wanted.user_id
      on conflict (id) do update set status = excluded.status, attempts = mails.attempts + 1,
        failure = excluded.failure, ended_at = excluded.ended_at`,
    values: [
      id,
      userId,
      kind,
      status,
      failure,
      payload === null ? null : JSON.stringify(payload),
      createdAt,
      status === 'waiting' ? null : at,
    ],
  })
}

/** Records a mail that a job will send. */
export async function insertMail(
  db: Db,
  mail: Omit<MailRow, 'attempts' | 'status' | 'failure' | 'endedAt'>,
): Promise<MailRow> {
  const [inserted] = await db
    .insert(mails)
    .values({ ...mail, status: 'waiting' })
    .returning()
  if (inserted === undefined) throw new Error('A mail was not recorded.')
  return inserted
}

export async function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  return mail
}

export interface MailFilter {
  userId: string | undefined
  kind: string | undefined
  status: MailRow['status'] | undefined
  /** Ids: mails from this one on, and before this one. */
  from: string
  before: string
  limit: number
}

const columns = selectList(getTableColumns(mails))
const newest = 'and id >= $1 and id < $2 order by id desc limit $3'

/** Lists mails, newest first. Each way to filter reads one range of an index. */
export function listMails(
  db: Db,
  { userId, kind, status, from, before, limit }: MailFilter,
): Promise<MailRow[]> {
  const range = [from, before, limit]
  if (userId !== undefined)
    return runNamed(db, {
      name: 'list_mails_of_user',
      text: `
        select ${columns} from mails
        where user_id = $4 and ($5::text is null or kind = $5) and ($6::text is null or status = $6)
          ${newest}`,
      values: [...range, userId, kind, status],
    })
  if (kind !== undefined)
    return runNamed(db, {
      name: 'list_mails_of_kind',
      text: `
        select found.* from unnest($5::text[]) as wanted (status)
        cross join lateral (
          select ${columns} from mails where kind = $4 and status = wanted.status ${newest}
        ) as found
        order by found.id desc limit $3`,
      values: [...range, kind, status === undefined ? mailStatuses : [status]],
    })
  if (status !== undefined)
    return runNamed(db, {
      name: 'list_mails_with_status',
      text: `select ${columns} from mails where status = $4 ${newest}`,
      values: [...range, status],
    })
  return runNamed(db, {
    name: 'list_mails',
    text: `select ${columns} from mails where true ${newest}`,
    values: range,
  })
}

/** Deletes mails with a lower id: ids tell when they were made. */
export async function deleteMailsBefore(db: Db, id: string): Promise<void> {
  await deleteInBatches(db, mails, lt(mails.id, id))
}
