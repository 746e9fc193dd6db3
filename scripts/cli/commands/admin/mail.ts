import type { CommandEntry } from '../../command-entry.ts'
import { loading, operationCommand } from '../../operations/operation-command.ts'
import { idArgument, timeZoneOption } from '../described.ts'

const mails = loading(async () => ({
  ...(await import('../../../../server/features/platform/mails/schema.ts')),
  ...(await import('../../../../server/features/platform/mails/read-mails.ts')),
  ...(await import('../../../../server/features/platform/mails/resend-mail.ts')),
}))

export const mailCommands: CommandEntry = {
  name: 'mail',
  about: 'Lists the mails of the last 30 days, and sends them again.',
  examples: ['list', 'list --status sent --from 2026-11-21'],
  commands: [
    operationCommand(mails('ListMailsInput', 'listMails'), {
      name: 'list',
      about: 'Lists mails by their status, newest first, without text and recipient.',
      operation: 'admin.mails.list',
      options: {
        status: ['--status <status>', 'failed, waiting or sent', { default: 'failed' }],
        timeZone: timeZoneOption,
      },
      examples: ['', '--status sent --user ada.lovelace@example.com'],
      columns: ['id', 'kind', 'status', 'attempts', 'createdAt', 'userId', 'failure'],
      none: ({ status }) => `No ${status} mails.`,
    }),
    operationCommand(mails('MailInput', 'sendMailAgain'), {
      name: 'resend',
      about:
        'Sends a mail again, to the email that the account has now. Codes are never sent again.',
      operation: 'admin.mails.resend',
      arguments: [idArgument('mail')],
      says: ({ kind, id }) => `The mail ${kind} is sent again, as ${id}.`,
    }),
  ],
}
