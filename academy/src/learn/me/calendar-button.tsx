import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ConfirmButton, DialogButton } from '../../ui/forms/dialog.tsx'
import { FieldsForm } from '../../ui/forms/fields-form.tsx'
import { OutsideLink } from '../../ui/link.tsx'

/** Offers a calendar of opening and due days, for the reader's own calendar app. */
export function CalendarButton() {
  return <DialogButton label={t('calendar.label')}>{() => <Calendar />}</DialogButton>
}

function Calendar() {
  const hasCalendar = useMe()?.hasCalendar === true
  const [url, setUrl] = useState<string>()
  const revoke = () => lyceum.me.revokeCalendarKey.mutate().then(() => setUrl(undefined))
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{t('calendar.text')}</p>
      {url === undefined ? (
        <>
          {hasCalendar && <p className="text-muted">{t('calendar.there')}</p>}
          <FieldsForm
            submit={t(hasCalendar ? 'calendar.renew' : 'calendar.make')}
            to={lyceum.me.makeCalendarKey}
            asks={false}
            send={async (proof) => setUrl((await lyceum.me.makeCalendarKey.mutate(proof)).url)}
          />
        </>
      ) : (
        <>
          <OutsideLink href={url.replace(/^https?:/, 'webcal:')} className={buttonClass('primary')}>
            {t('calendar.open')}
          </OutsideLink>
          <CopyField label={t('calendar.url')} value={url} hint={t('calendar.urlHint')} />
        </>
      )}
      {hasCalendar && <ConfirmButton name="calendar.revoke" run={revoke} />}
    </div>
  )
}
