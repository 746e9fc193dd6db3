import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Read } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { EmailChange, PasswordChange } from './credentials.tsx'
import { Erase, Export } from './own-data.tsx'
import { Preferences, Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
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
            <Section title={t('account.mails')}>
              <Preferences me={me} />
            </Section>
            <Section title={t('field.email')}>
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
      </Read>
    </Page>
  )
}
