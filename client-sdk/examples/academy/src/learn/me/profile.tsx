import type { Outputs } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useSchool } from '../../app/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Checkbox, Form, SelectField, TextField } from '../../ui/form.tsx'
import { showLanguage } from '../../ui/format.ts'

type Me = Outputs['me']['get']

export function Profile({ me }: { me: Me }) {
  return (
    <Form
      submit={t('save')}
      done={t('saved')}
      onSubmit={({ name, certificateName = '', timeZone = '' }) =>
        lyceum.me.update.mutate({
          name,
          certificateName: certificateName.trim() || null,
          timeZone: timeZone || null,
        })
      }
    >
      <TextField
        name="name"
        label={t('field.name')}
        hint={t(me.nameIsGuess ? 'account.nameIsGuess' : 'register.nameHint')}
        autoComplete="name"
        defaultValue={me.name}
        isRequired
      />
      {me.nameFault !== null && (
        <p role="alert" className="text-bad">
          {t('error.NameNotPrintable')}
        </p>
      )}
      <TextField
        name="certificateName"
        label={t('account.certificateName')}
        hint={t('account.certificateNameHint')}
        defaultValue={me.certificateName ?? ''}
      />
      <SelectField
        name="timeZone"
        label={t('account.timeZone')}
        hint={t('account.timeZoneHint')}
        defaultValue={me.timeZone ?? ''}
        options={Object.fromEntries([
          ['', t('account.timeZoneOfSchool')],
          ...Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')]),
        ])}
      />
    </Form>
  )
}

/** What is mailed, and in which language: saved at once. */
export function Preferences({ me }: { me: Me }) {
  const { config } = useSchool()
  const { mutate, isPending } = useMutation({
    ...mutationOptions(lyceum.me.update),
    meta: { done: t('saved') },
  })
  const mailLanguages = (config?.languages.mails ?? [me.language]) as Me['language'][]
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label={t('account.announcementsByMail')}
        isSelected={me.announcementsByMail}
        isDisabled={isPending}
        onChange={(announcementsByMail) => mutate({ announcementsByMail })}
      />
      <SelectField
        label={t('account.remindersByMail')}
        value={me.remindersByMail === null ? '' : String(me.remindersByMail)}
        isDisabled={isPending}
        onChange={(value) => mutate({ remindersByMail: value === 'true' })}
        options={{
          ...(me.remindersByMail === null && { '': t('account.schoolDecides') }),
          true: t('yes'),
          false: t('no'),
        }}
      />
      <SelectField
        label={t('account.mailLanguage')}
        value={me.language}
        isDisabled={isPending}
        onChange={(value) => mutate({ language: mailLanguages.find((tag) => tag === value) })}
        options={Object.fromEntries(mailLanguages.map((tag) => [tag, showLanguage(tag)]))}
      />
    </div>
  )
}
