import type { CommandEntry } from '../../command-entry.ts'
import { idArgument } from '../described.ts'

const actions = () => import('../../actions/admin/invitation.ts')

export const invitationCommands: CommandEntry = {
  name: 'invitation',
  about: 'Lists, withdraws and repeats invitations of people without a verified account.',
  examples: ['list --course knots'],
  commands: [
    {
      name: 'list',
      about: 'Lists the invitations that nobody has accepted yet, newest first.',
      options: [
        ['--course <course>', 'only of this course'],
        ['--cohort <cohort>', 'only of this cohort'],
        ['--email <email>', 'only of this email'],
      ],
      examples: ['', '--course knots'],
      run: async () => (await actions()).list,
      opensItself: true,
    },
    {
      name: 'withdraw',
      about: 'Withdraws an invitation, which frees its seat.',
      arguments: [idArgument('invitation')],
      examples: ['019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'],
      run: async () => (await actions()).withdraw,
    },
    {
      name: 'resend',
      about: 'Sends the mail of an invitation again; it then waits for 90 days from now.',
      arguments: [idArgument('invitation')],
      examples: ['019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'],
      run: async () => (await actions()).resend,
    },
  ],
}
