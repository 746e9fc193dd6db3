import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/page.tsx'

/** Makes the reader the first administrator, by the link that the server printed. */
export function FirstAdministratorPage() {
  const name = useMe()?.name ?? ''
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  return (
    <Page title={t('first.title')} lead={t('first.lead')} narrow>
      {token === null ? (
        <p>{t('first.noLink')}</p>
      ) : (
        <Form
          submit={t('first.claim')}
          done={t('first.claim.done')}
          onSubmit={() => lyceum.setup.claim.mutate({ token })}
          leadsTo={() => '/desk'}
        >
          <p>{t('first.text', { name })}</p>
        </Form>
      )}
    </Page>
  )
}
