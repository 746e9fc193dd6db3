import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmButton, DialogButton } from '../../ui/dialog.tsx'

/** A calendar of what opens and is due, for the app that the reader plans with. */
export function CalendarButton() {
  return <DialogButton label={t('calendar.label')}>{() => <Calendar />}</DialogButton>
}

function Calendar() {
  const hasCalendar = useMe()?.hasCalendar === true
  const make = useMutation(mutationOptions(lyceum.me.makeCalendarKey))
  return (
    <div className="flex flex-col gap-4">
      <p>{t('calendar.text')}</p>
      {make.data && (
        <CopyField label={t('calendar.url')} value={make.data.url} hint={t('calendar.urlHint')} />
      )}
      {!make.data && hasCalendar && <p className="text-muted">{t('calendar.there')}</p>}
      <div className="flex flex-wrap gap-3">
        {!make.data && (
          <Button look="primary" isPending={make.isPending} onClick={() => make.mutate({})}>
            {t(hasCalendar ? 'calendar.renew' : 'calendar.make')}
          </Button>
        )}
        {hasCalendar && (
          <ConfirmButton
            name="calendar.revoke"
            run={() => lyceum.me.revokeCalendarKey.mutate().then(make.reset)}
          />
        )}
      </div>
    </div>
  )
}
