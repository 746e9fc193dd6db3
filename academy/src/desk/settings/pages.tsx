import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Section } from '../../ui/page.tsx'
import { SettingsFile } from './file.tsx'
import { SettingsForm, SettingsPage } from './settings.tsx'

const ofSchool = [
  'schoolName',
  'supportContact',
  'schoolColor',
  'schoolLogo',
  'schoolLines',
] as const
const ofLaw = [
  'imprintUrl',
  'privacyUrl',
  'termsUrl',
  'termsVersion',
  'languages',
  'timeZone',
] as const

export function SchoolSettingsPage() {
  return (
    <SettingsPage
      title="schoolSettings"
      names={[...ofSchool, ...ofLaw]}
      actions={(editing) => <SettingsFile {...editing} />}
    >
      {(editing) => (
        <>
          <SettingsForm {...editing} names={ofSchool} />
          <Section title={t('schoolSettings.legal')}>
            <SettingsForm {...editing} names={ofLaw} />
          </Section>
        </>
      )}
    </SettingsPage>
  )
}

const ofReceipts = ['taxName', 'taxRate', 'receiptLines'] as const

export function ReceiptSettingsPage() {
  return (
    <SettingsPage title="receiptSettings" names={ofReceipts}>
      {(editing) => <SettingsForm {...editing} names={ofReceipts} />}
    </SettingsPage>
  )
}

const ofAccess = [
  ...(['publicCatalogue', 'publicOperations', 'secondFactorFor', 'teachersSeeEmails'] as const),
]
const ofProviders = ['signInProviders', 'oauthLinkVerifiedEmails'] as const

export function AccessSettingsPage() {
  return (
    <SettingsPage title="accessSettings" names={[...ofAccess, ...ofProviders]}>
      {(editing) => (
        <SettingsForm
          {...editing}
          names={[...ofAccess, ...(editing.settings.providers.length > 0 ? ofProviders : [])]}
          to={lyceum.admin.settings.updateAny}
        />
      )}
    </SettingsPage>
  )
}
