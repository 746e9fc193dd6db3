import { exportAccount, type Session } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { Proof } from '../../session/fields.tsx'
import { signOut } from '../../session/session-end.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/data/download-button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showInstant } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { CompanyOnReceipts } from '../transactions/company.tsx'
import { EmailChange, PasswordChange } from './credentials.tsx'
import { Preferences, Profile } from './profile.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

export function AccountPage() {
  return (
    <Page title={t('nav.profile')} narrow>
      <Read of={lyceum.me.get}>
        {(me) => (
          <>
            <Section title={t('account.profile')}>
              <Profile me={me} />
            </Section>
            <Section title={t('billing.section')}>
              <CompanyOnReceipts />
            </Section>
            <Section title={t('account.mails')}>
              <Preferences me={me} />
            </Section>
            <Section title={t('field.email')}>
              <EmailChange email={me.email} />
            </Section>
            <Section title={t('value.password')}>
              <PasswordChange />
            </Section>
            <SignInMethods />
            <SecondFactors />
            <Section title={t('account.sessions')}>
              <Sessions />
            </Section>
            <Section title={t('account.data')}>
              <OwnData />
            </Section>
          </>
        )}
      </Read>
    </Page>
  )
}

function OwnData() {
  const read = async () =>
    new Blob([JSON.stringify(await exportAccount(lyceum), null, 2)], { type: 'application/json' })
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">{t('account.exportText')}</p>
      <DownloadButton label={t('account.export')} name="account.json" read={read} />
      <p className="mt-3 text-muted">{t('erase.text')}</p>
      <FormDialog
        name="erase"
        look="danger"
        to={lyceum.me.erase}
        proof={<Proof requestCode={lyceum.me.requestErasureCode} />}
        send={async (proof) => {
          await lyceum.me.erase.mutate(proof)
          await signOut('/goodbye')
        }}
      />
    </div>
  )
}

const end = ({ id }: Session) => lyceum.me.endSession.mutate({ sessionId: id })

function Sessions() {
  const query = useList(lyceum.me.sessions, { limit: 100 })
  const others = query.data?.filter(({ current }) => !current) ?? []
  return (
    <>
      <List
        query={query}
        className="mb-4 rounded-xl border border-line *:border-line *:not-last:border-b"
        each={(session) => <OneSession session={session} />}
      />
      {others.length > 1 && (
        <ConfirmButton name="sessions.endOthers" run={() => Promise.all(others.map(end))} />
      )}
    </>
  )
}

function OneSession({ session }: { session: Session }) {
  const { device, ip, lastUsedAt, current } = session
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="min-w-0">
        <p>
          <bdi>{device ?? t('sessions.unknownDevice')}</bdi>{' '}
          {current && <Badge tone="good">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {ip !== null && `${ip} · `}
          {t('sessions.lastUsed', { instant: showInstant(lastUsedAt) })}
        </p>
      </div>
      {!current && <ActionButton name="sessions.end" run={() => end(session)} />}
    </div>
  )
}
