import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DrawnCertificate, useTypingPause } from '../../ui/data/drawn-certificate.tsx'
import { valuesIn } from '../../ui/forms/form.tsx'
import { Section } from '../../ui/page.tsx'
import { type Changes, type Editing, ownIn, SettingsForm, SettingsPage } from './settings.tsx'

const names = [
  'certificateIssuer',
  'certificateColor',
  'certificateAccentColor',
  'certificateLines',
  'certificateLogo',
  'certificateSignatures',
  'certificateHeading',
  'certificateBeforeName',
  'certificateBeforeCourse',
  'certificateDistinction',
  'certificateDistinctionFrom',
  'certificatePaper',
  'certificateOrientation',
  'certificateSeal',
  'certificateWithoutSeal',
  'certificateBackground',
] as const

export function CertificateSettingsPage() {
  return (
    <SettingsPage title="certificateLook" names={names}>
      {(editing) => <CertificateLook {...editing} />}
    </SettingsPage>
  )
}

function CertificateLook(editing: Editing) {
  const { settings, isOpen } = editing
  const [tried, setTried] = useState<Changes>({})
  function tryOut(form: HTMLFormElement): void {
    const typed = valuesIn(form)
    const issuer = isOpen('certificateIssuer') && {
      certificateIssuer: typed.certificateIssuer?.trim() || null,
    }
    setTried({ ...issuer, ...ownIn(typed, names.filter(isOpen), settings) })
  }
  const hear = useTypingPause(tryOut)
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div onInput={hear}>
        <SettingsForm
          {...editing}
          names={names}
          actions={
            <Button onClick={({ currentTarget: { form } }) => form && tryOut(form)}>
              {t('certificateLook.try')}
            </Button>
          }
        />
      </div>
      <Sample revision={settings.revision} tried={tried} />
    </div>
  )
}

/** A sample of the certificate, with what was typed and not saved yet. */
function Sample({ revision, tried }: { revision: number; tried: Changes }) {
  return (
    <Section title={t('certificateLook.sample')}>
      <DrawnCertificate
        of={[revision, tried]}
        draw={() => lyceum.admin.settings.previewCertificate.mutate({ ...tried, language })}
        alt={t('certificateLook.sample')}
        className="h-auto w-full rounded-lg border border-line shadow-raised"
      />
    </Section>
  )
}
