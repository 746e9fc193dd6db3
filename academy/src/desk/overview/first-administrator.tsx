import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice, useRead } from '../../ui/data/loaded.tsx'
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

/** Says to those without a role that the desk is not theirs, or that it is nobody's yet. */
export function NoDesk() {
  const { data } = useRead(lyceum.setup.get, {})
  if (data?.hasAdministrator !== false)
    return <Notice title={t('noRight.title')} text={t('error.Forbidden')} />
  return (
    <Notice title={t('first.none')} text={t('first.howTo')}>
      <ButtonLink to="/">{t('notFound.toCourses')}</ButtonLink>
    </Notice>
  )
}
