import type { Deps } from '../../../../server/context.ts'
import { listMails } from '../../../../server/features/platform/mails/read-mails.ts'
import { sendMailAgain } from '../../../../server/features/platform/mails/resend-mail.ts'
import { ListMailsInput } from '../../../../server/features/platform/mails/schema.ts'
import { type CommandResult, said } from '../../output.ts'
import { listAll, readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

export async function list(options: { status: string }): Promise<CommandResult> {
  const input = readInput(ListMailsInput, options)
  return withDeps((deps) =>
    listAll(deps, listMails, input, {
      columns: ['id', 'kind', 'status', 'attempts', 'createdAt', 'userId', 'failure'],
      none: `No ${options.status} mails.`,
    }),
  )
}

export async function resend(deps: Deps, id: string): Promise<CommandResult> {
  const mail = await sendMailAgain(deps, { mailId: id })
  return said(mail, `The mail ${mail.kind} is sent again, as ${mail.id}.`)
}
