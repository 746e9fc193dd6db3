import type { CommandEntry } from '../../command-entry.ts'
import { idArgument, timeZoneOption } from '../described.ts'

const actions = () => import('../../actions/admin/mail.ts')

export const mailCommands: CommandEntry = {
  name: 'mail',
  about: 'Lists the mails of the last 30 days, and sends them again.',
  examples: ['list', 'list --status sent --from 2026-11-21'],
  commands: [
    {
      name: 'list',
      about: 'Lists mails by their status, newest first, without text and recipient.',
      options: [
        ['--status <status>', 'failed, waiting or sent', { default: 'failed' }],
        ['--user <email>', 'only those about this account', { as: 'email' }],
        ['--kind <kind>', 'only this kind, like course-enrolled'],
        ['--from <when>', 'requested on this day or at this instant, or later'],
        ['--to <when>', 'requested on this day or at this instant, or earlier'],
        timeZoneOption,
      ],
      examples: ['', '--status sent --user ada.lovelace@example.com'],
      run: async () => (await actions()).list,
      opensItself: true,
    },
    {
      name: 'resend',
      about:
        'Sends a mail again, to the email that the account has now. Codes are never sent again.',
      arguments: [idArgument('mail')],
      examples: ['019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'],
      run: async () => (await actions()).resend,
    },
  ],
}
