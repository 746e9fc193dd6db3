import type { Me } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { NameField } from '../../session/fields.tsx'
import { language, t } from '../../texts/texts.ts'
import { showLanguage } from '../../ui/format.ts'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'

export function Profile({ me }: { me: Me }) {
  // The browser may know the learner's zone by another name, or not at all.
  const zones = new Set([
    ...Intl.supportedValuesOf('timeZone'),
    ...(me.timeZone ? [me.timeZone] : []),
  ])
  return (
    <FieldsForm
      submit={t('save')}
      done={t('saved')}
      to={lyceum.me.update}
      fields={['certificateName', 'timeZone']}
      looks={{
        timeZone: {
          '': t('account.timeZoneOfSchool'),
          ...Object.fromEntries([...zones].map((zone) => [zone, zone.replaceAll('_', ' ')])),
        },
      }}
      without={['name', 'newsByMail', 'announcementsByMail', 'remindersByMail', 'language']}
      asked={['name', 'certificateName', 'timeZone']}
      of={me}
      above={
        <>
          <NameField
            hint={t(me.nameIsGuess ? 'account.nameIsGuess' : 'register.nameHint')}
            defaultValue={me.name}
          />
          {me.nameFault !== null && (
            <p role="alert" className="text-bad">
              {t('error.NameNotPrintable')}
            </p>
          )}
        </>
      }
      send={async (changed, { name = me.name }) => {
        // Saving confirms a name that was guessed.
        const isNamed = me.nameIsGuess || name !== me.name
        const change = { ...changed, ...(isNamed && { name }) }
        if (Object.keys(change).length > 0) await lyceum.me.update.mutate(change)
      }}
    />
  )
}

/** Saves which mails are sent, and in which language, at once. */
export function Preferences({ me }: { me: Me }) {
  const { config } = useSchool()
  const { mutate } = useMutation({
    ...mutationOptions(lyceum.me.update),
    meta: { done: t('saved') },
  })
  const languages = config?.languages.mails ?? [me.language]
  const schoolDecides = me.remindersByMail === null && { '': t('account.schoolDecides') }
  const isInOther = !languages.some((tag) => tag === language)
  return (
    <>
      <PartFields
        at=""
        part={lyceum.me.update}
        fields={['newsByMail', 'announcementsByMail', 'remindersByMail', 'language']}
        looks={{
          remindersByMail: { ...schoolDecides, true: t('value.true'), false: t('value.false') },
          language: Object.fromEntries(languages.map((tag) => [tag, showLanguage(tag)])),
        }}
        without={['name', 'certificateName', 'timeZone']}
        of={me}
        onChange={mutate}
      />
      {isInOther && (
        <p className="mt-3 text-sm text-muted">
          {t('account.mailsInOther', { language: showLanguage(me.language) })}
        </p>
      )}
    </>
  )
}
