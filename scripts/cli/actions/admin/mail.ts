import { listMails } from '../../../../server/features/base/mails/read-mails.ts'
import { sendMailAgain } from '../../../../server/features/base/mails/resend-mail.ts'
import { ListMailsInput } from '../../../../server/features/base/mails/schema.ts'
import { allPages } from '../../all-pages.ts'
import { readEmail, readId } from '../../arguments.ts'
import { UsageError } from '../../command-errors.ts'
import type { CommandResult } from '../../output.ts'
import { table } from '../../table.ts'
import { withDeps } from '../../with-deps.ts'

export interface MailOptions {
  status: string
  user?: string
  kind?: string
  from?: string
  to?: string
  timeZone: string
}

export async function list({ user, ...options }: MailOptions): Promise<CommandResult> {
  const email = user === undefined ? undefined : readEmail(user, '--user')
  const { status, kind, from, to, timeZone } = options
  const { data: filters, error } = ListMailsInput.safeParse({
    ...{ status, kind, from, to, timeZone },
    limit: 100,
  })
  if (filters === undefined) {
    const [{ path = [], message = '' } = {}] = error.issues
    const name = String(path[0]).replace('timeZone', 'time-zone')
    throw new UsageError(`error: --${name}: ${message}`)
  }
  const items = await withDeps((deps) =>
    allPages((cursor) => listMails(deps, { ...filters, user: email, cursor })),
  )
  const rows = items.map((mail) => [
    mail.id,
    mail.kind,
    mail.status,
    String(mail.attempts),
    mail.createdAt,
    mail.userId ?? '-',
    mail.failure ?? '',
  ])
  return {
    json: { items },
    text:
      rows.length === 0
        ? `No ${options.status} mails.\n`
        : table(['ID', 'KIND', 'STATUS', 'ATTEMPTS', 'CREATED', 'USER', 'FAILURE'], rows),
  }
}

export async function resend(typed: string): Promise<CommandResult> {
  const id = readId(typed)
  const mail = await withDeps((deps) => sendMailAgain(deps, { id }))
  return { json: mail, text: `The mail ${mail.kind} is sent again, as ${mail.id}.\n` }
}
