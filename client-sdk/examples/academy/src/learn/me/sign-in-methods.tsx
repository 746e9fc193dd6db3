import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../app/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { returnUrlOf, startLink } from '../auth/third-party.ts'
import { Proof } from './proof.tsx'

export function SignInMethods() {
  const { config } = useSchool()
  const query = useQuery(queryOptions(lyceum.me.identities))
  const providers = config?.signIn.providers ?? []
  const returnUrl = returnUrlOf(config?.signIn.returnUrls ?? [])
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
                  send={(_, proof) => lyceum.me.unlink.mutate({ identityId: id, ...proof })}
                >
                  <Proof requestCode={lyceum.me.requestSignInCode} />
                </FormDialog>
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
            isSilent
            send={(_, proof) => startLink({ provider: name, returnUrl, ...proof }, '/account')}
          >
            <Proof requestCode={lyceum.me.requestSignInCode} />
          </FormDialog>
        ))}
    </Section>
  )
}
