import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { SelectField } from '../../ui/form.tsx'
import { showDay, showLanguage } from '../../ui/format.ts'
import { Field } from '../kit/fields.tsx'
import { ListPage } from '../kit/pages.tsx'
import { useMay } from '../permissions.ts'

const { invitations } = lyceum.admin

export function InvitationsPage() {
  const may = useMay()
  return (
    <ListPage
      title="invitations"
      actions={may('users:write') && <Invite />}
      list={invitations.list}
      filters={{ email: 'text', course: 'course', cohort: 'text' }}
      columns={{
        email: ({ email }) => <bdi>{email}</bdi>,
        course: ({ courseTitle }) => courseTitle && <bdi>{courseTitle}</bdi>,
        created: ({ createdAt }) => showDay(createdAt),
        waitsUntil: ({ expiresAt }) => showDay(expiresAt),
      }}
      more={({ endsAt }) => ({ ends: endsAt ? showDay(endsAt) : t('desk.never') })}
      buttons={({ id: invitationId }, close) =>
        may('enrollments:write') && (
          <>
            <ActionButton
              name="invitations.resend"
              run={() => invitations.resend.mutate({ invitationId })}
            />
            <ActionButton
              name="invitations.withdraw"
              run={() => invitations.withdraw.mutate({ invitationId }).then(close)}
            />
          </>
        )
      }
    />
  )
}

function Invite() {
  const invite = (email: string, language: 'en' | 'de') =>
    invitations.create.mutate({ email, language })
  return (
    <FormDialog
      name="invitations.create"
      look="primary"
      send={({ email = '', language }) => invite(email, language === 'de' ? 'de' : 'en')}
    >
      <Field name="email" type="email" required />
      <SelectField
        name="language"
        label={t('language')}
        defaultValue={language}
        options={{ en: showLanguage('en'), de: showLanguage('de') }}
      />
    </FormDialog>
  )
}
