import { isLyceumError } from '@lyceum/sdk'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { t } from '../../texts/texts.ts'
import { Page } from '../../ui/page.tsx'

const route = getRouteApi('/learn/sign-in')

export function SignInPage() {
  const { next = '/' } = route.useSearch()
  const router = useRouter()
  return (
    <Page title={t('signIn')} narrow>
      <SignInForm
        onSignedIn={() => router.history.push(next)}
        onError={(error) => isLyceumError(error) && error.name === 'EmailNotVerified' && false}
      />
      <p className="mt-6 text-muted">
        {t('signIn.noAccount')}{' '}
        <Link to="/register" search={{ next }}>
          {t('register')}
        </Link>
      </p>
    </Page>
  )
}
