import { getRouteApi } from '@tanstack/react-router'
import { useIsSignedIn } from '../../session/session.ts'
import { findText, t } from '../../texts/texts.ts'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { Page } from '../../ui/page.tsx'

const route = getRouteApi('/learn/signed-in')

/** What a third party or the server said instead of a sign-in, or of a link to the account. */
export function SignInFailedPage() {
  const { failure, next } = route.useRouteContext()
  const isSignedIn = useIsSignedIn()
  const name = failure instanceof Error ? failure.message : ''
  const needsLink = name === 'LinkRequired'
  return (
    <Page title={t(isSignedIn ? 'failed.title' : 'signIn.failed')} narrow>
      <p role="alert" className="mb-6">
        {findText(`error.${name}`) ?? messageOf(failure)}
      </p>
      {isSignedIn ? (
        <a href={next} className={buttonClass('primary')}>
          {t('goOn')}
        </a>
      ) : (
        <ButtonLink to="/sign-in" search={{ next: needsLink ? '/account' : next }} look="primary">
          {t('signIn')}
        </ButtonLink>
      )}
    </Page>
  )
}
