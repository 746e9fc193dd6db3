import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Loaded, useRead } from '../../ui/data/loaded.tsx'
import { showDay } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { startLink, useProviders } from '../auth/third-party.ts'

export function SignInMethods() {
  const query = useRead(lyceum.me.identities)
  const { providers, returnUrl } = useProviders()
  // Hidden where the school has none, and the reader came with none.
  if (providers.length === 0 && !query.data?.items.length) return null
  return (
    <Section title={t('account.signInMethods')}>
      <Loaded query={query}>
        {({ items }) => (
          <ul className="mb-4 flex flex-col gap-3">
            {items.map(({ id, title, email, linkedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                <span>
                  {title} <bdi className="text-muted">{email}</bdi>
                  <span className="block text-sm text-muted">
                    {t('account.linkedOn', { day: showDay(linkedAt) })}
                  </span>
                </span>
                <FormDialog
                  name="account.unlink"
                  title={t('account.unlinkTitle', { provider: title })}
                  look="danger"
                  to={lyceum.me.unlink}
                  input={{ identityId: id }}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {returnUrl !== undefined &&
        providers.map(({ name, title }) => (
          <FormDialog
            key={name}
            name="goOn"
            label={t('account.link', { provider: title })}
            to={lyceum.me.startLink}
            input={{ provider: name, returnUrl }}
            send={(link) => startLink(link, '/account')}
          />
        ))}
    </Section>
  )
}
