import { listMails } from '../../../../server/features/base/mails/read-mails.ts'
import { sendMailAgain } from '../../../../server/features/base/mails/resend-mail.ts'
import { ListMailsInput } from '../../../../server/features/base/mails/schema.ts'
import { readEmail, readId } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { listAll, readInput } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

export async function list(options: { status: string; user?: string }): Promise<CommandResult> {
  const user = options.user === undefined ? undefined : readEmail(options.user, '--user')
  return listAll(listMails, readInput(ListMailsInput, { ...options, user }), {
    columns: {
      ID: 'id',
      KIND: 'kind',
      STATUS: 'status',
      ATTEMPTS: 'attempts',
      CREATED: 'createdAt',
      USER: 'userId',
      FAILURE: ({ failure }) => failure ?? '',
    },
    none: `No ${options.status} mails.`,
  })
}

export async function resend(typed: string): Promise<CommandResult> {
  const id = readId(typed)
  const mail = await withDeps((deps) => sendMailAgain(deps, { id }))
  return { json: mail, text: `The mail ${mail.kind} is sent again, as ${mail.id}.\n` }
}
