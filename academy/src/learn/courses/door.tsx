import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../base/school.ts'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/data/loaded.tsx'
import { Page } from '../../ui/page.tsx'

/** Whether the reader may call an operation that only some schools open to strangers. */
export function useMayCall(operation: string): boolean | undefined {
  const { config } = useSchool()
  const isSignedIn = useIsSignedIn()
  return isSignedIn || config?.openOperations.includes(operation)
}

/** Shows its content, or who may enter, where only members may look. */
export function Door({ operation, children }: { operation: string; children: ReactNode }) {
  const { name } = useSchool()
  const mayCall = useMayCall(operation)
  const next = useRouterState({ select: ({ location }) => location.href })
  if (mayCall === undefined) return <Loading />
  if (mayCall) return children
  return (
    <Page title={t('welcome.title', { school: name })} narrow>
      <p className="mb-6 text-lg text-muted">{t('welcome.text')}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/sign-in" search={{ next }} look="primary">
          {t('signIn')}
        </ButtonLink>
        <ButtonLink to="/register" search={{ next }}>
          {t('register')}
        </ButtonLink>
      </div>
    </Page>
  )
}
