import { lyceum } from '../lyceum.ts'
import { language, t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { listPage } from '../ui/data/pages.tsx'
import { showDay } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'

const { invitations } = lyceum.admin

export const InvitationsPage = listPage({
  title: 'invitations',
  actions: (
    <FormDialog
      name="invitations.create"
      needs="users:write"
      look="primary"
      to={invitations.create}
      fields={['email', 'language']}
      labels={{ language: 'mailLanguage' }}
      defaults={{ language }}
    />
  ),
  list: invitations.list,
  filters: { email: 'invited', course: 'course', cohort: 'cohort' },
  columns: {
    email: ({ email }) => <bdi>{email}</bdi>,
    course: ({ courseTitle }) => courseTitle && <bdi>{courseTitle}</bdi>,
    created: ({ createdAt }) => showDay(createdAt),
    waitsUntil: ({ expiresAt }) => showDay(expiresAt),
  },
  more: ({ endsOn }) => ({ ends: endsOn ? showDay(endsOn) : t('desk.never') }),
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
})
