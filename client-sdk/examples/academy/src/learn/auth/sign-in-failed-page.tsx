import type { ErrorComponentProps } from '@tanstack/react-router'
import { findText, t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { Page } from '../../ui/page.tsx'

/** What a third party or the server said instead of a sign-in. */
export function SignInFailedPage({ error }: ErrorComponentProps) {
  const name = error instanceof Error ? error.message : ''
  const needsLink = name === 'LinkRequired'
  return (
    <Page title={t('signIn.failed')} narrow>
      <p role="alert" className="mb-6">
        {findText(`error.${name}`) ?? messageOf(error)}
      </p>
      <ButtonLink to="/sign-in" search={needsLink ? { next: '/account' } : {}} look="primary">
        {t('signIn')}
      </ButtonLink>
    </Page>
  )
}
