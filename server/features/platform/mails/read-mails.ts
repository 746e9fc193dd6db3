import {
  deleteMailsBefore,
  findMail,
  listMails as listRows,
  type MailRow,
} from '../../../../db/queries/platform/mails.ts'
import { firstIdAt } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { periodOf } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { chosenUserId } from '../admin/chosen-user.ts'
import { namesIn, withNames } from '../admin/names.ts'
import type { ListMailsInput, MailInput, SentMail, SentMailList } from './schema.ts'

const lowestId = '00000000-0000-0000-0000-000000000000'
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const millisecondsKept = 30 * 86_400_000

export async function listMails(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  input: ListMailsInput,
): Promise<SentMailList> {
  const { user, kind, status, limit } = input
  const { from, until } = periodOf(input, config.timeZone)
  // Finds mails by their ids, which tell when they were made.
  const end = until === undefined ? highestId : firstIdAt(until)
  const after = startOf(input) ?? highestId
  const rows = await listRows(db, {
    userId: await chosenUserId({ db }, user),
    kind,
    status,
    from: from === undefined ? lowestId : firstIdAt(from),
    before: after < end ? after : end,
    limit: limit + 1,
  })
  const names = await namesIn({ db }, rows)
  return toPage(rows, limit, (row) => ({ ...toMail(row), names: names({ id: row.userId }) }))
}

export async function getMail(
  { db }: Pick<Deps, 'db'>,
  { mailId: id }: MailInput,
): Promise<SentMail> {
  const mail = await findMail(db, id)
  if (mail === undefined) throw new AppError('MailNotFound')
  return withNames({ db }, toMail(mail))
}

export function toMail(mail: MailRow): Omit<SentMail, 'names'> {
  const { id, userId, kind, status, attempts, failure, createdAt, endedAt } = mail
  const what = { id, userId, kind, status, attempts, failure }
  return withIsoDates({ ...what, repeatable: isRepeatable(mail), createdAt, endedAt })
}

function isRepeatable({ userId, payload, status }: MailRow): boolean {
  return userId !== null && payload !== null && status !== 'waiting'
}

/** Forgets old mails in the clean-up job. */
export async function forgetOldMails({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMailsBefore(db, firstIdAt(new Date(now().getTime() - millisecondsKept)))
}
