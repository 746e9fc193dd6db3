import { exportAccount } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { EmailChange } from './email-change.tsx'
import { Erase } from './erase.tsx'
import { PasswordChange } from './password-change.tsx'
import { Preferences, Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

export function AccountPage() {
  const query = useQuery(queryOptions(lyceum.me.get))
  return (
    <Page title={t('nav.profile')} narrow>
      <Loaded query={query}>
        {(me) => (
          <>
            <Section title={t('account.profile')}>
              <Profile me={me} />
            </Section>
            <Section title={t('account.mails')}>
              <Preferences me={me} />
            </Section>
            <Section title={t('email')}>
              <EmailChange email={me.email} />
            </Section>
            <Section title={t('password')}>
              <PasswordChange />
            </Section>
            <SignInMethods />
            <Section title={t('account.sessions')}>
              <Sessions />
            </Section>
            <Section title={t('account.data')}>
              <Export />
              <Erase />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Export() {
  const save = useMutation({
    mutationFn: async () => {
      const json = JSON.stringify(await exportAccount(lyceum), null, 2)
      saveFile(new Blob([json], { type: 'application/json' }), 'account.json')
    },
    meta: { changesNothingElse: true },
  })
  return (
    <div className="mb-6">
      <p className="mb-3 text-muted">{t('account.exportText')}</p>
      <Button isPending={save.isPending} onClick={() => save.mutate()}>
        {t('account.export')}
      </Button>
    </div>
  )
}
