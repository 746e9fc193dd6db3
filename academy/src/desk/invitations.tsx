import type { Invitation } from '@lyceum/sdk'
import { language as mailLanguages } from '@lyceum/sdk/values'
import { lyceum } from '../lyceum.ts'
import { languageAmong, t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Status } from '../ui/data/parts.tsx'
import { showDay } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { picks } from '../ui/picks/picks.tsx'
import { InvitationActs } from './acts/acts.tsx'

const { invitations } = lyceum.admin

export const invitationTable: TableOptions<Invitation> = {
  title: 'invitations',
  acts: (chosen) => <InvitationActs chosen={chosen} />,
  columns: {
    email: ({ email }) => <bdi>{email}</bdi>,
    course: ({ courseTitle }) => courseTitle && <bdi>{courseTitle}</bdi>,
    created: ({ createdAt }) => showDay(createdAt),
    mail: ({ mail }) => mail && <Status of={mail.status} />,
    waitsUntil: ({ expiresAt }) => showDay(expiresAt),
  },
  more: ({ endsOn, mail }) => ({
    ends: endsOn ? showDay(endsOn) : t('desk.never'),
    reason: mail?.failure ?? undefined,
  }),
  buttons: ({ id: invitationId }, close) => (
    <>
      <ActionButton
        name="invitations.resend"
        needs="enrollments:write"
        run={() => invitations.resend.mutate({ invitationId })}
      />
      <ConfirmButton
        name="invitations.withdraw"
        needs="enrollments:write"
        run={() => invitations.withdraw.mutate({ invitationId }).then(close)}
      />
    </>
  ),
}

export const InvitationsPage = listPage({
  ...invitationTable,
  actions: (
    <FormDialog
      name="invitations.create"
      needs="users:write"
      look="primary"
      to={invitations.create}
      fields={['email', 'language']}
      labels={{ language: 'mailLanguage' }}
      defaults={{ language: languageAmong(mailLanguages) }}
    />
  ),
  list: invitations.list,
  filters: { email: picks.invited, course: picks.course, cohort: picks.cohort },
})
