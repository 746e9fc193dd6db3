import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { queryClient } from '../app/query-client.ts'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { sessionEnd } from './session-end.ts'
import { forgetAll } from './sign-out.ts'

const SignInForm = lazy(() =>
  import('./sign-in-form.tsx').then(({ SignInForm }) => ({ default: SignInForm })),
)

/**
 * Asks for the password above the page when the token has expired, so that nothing is lost that
 * was typed there. Whoever signed out in another tab is signed out here, too.
 */
export function SessionEnded() {
  const reason = useSyncExternalStore(sessionEnd.subscribe, () => sessionEnd.reason)
  const state = useSyncExternalStore(lyceum.session.subscribe, () => lyceum.session.state)
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const [lastUser, setLastUser] = useState<string>()
  const userId = state.status === 'signedIn' ? state.userId : undefined
  useEffect(() => {
    if (userId !== undefined) setLastUser(userId)
  }, [userId])

  useEffect(() => {
    if (state.status === 'changed') location.assign('/')
    if (reason === 'SignedOutElsewhere') {
      sessionEnd.set(undefined)
      void forgetAll().then(() => router.navigate({ to: '/' }))
    }
  }, [state.status, reason, router])

  const isAsking = reason === 'TokenExpired' || reason === 'TokenInvalid'
  useEffect(() => {
    if (isAsking) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isAsking])

  async function goOn(newUser: string): Promise<void> {
    sessionEnd.set(undefined)
    if (lastUser !== undefined && newUser !== lastUser) return location.assign('/')
    await queryClient.invalidateQueries()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
      className="m-auto w-full max-w-md rounded-xl border border-line bg-paper p-6 text-ink shadow-raised backdrop:bg-black/50"
    >
      <h2 id="session-ended" className="mb-1 text-xl font-semibold">
        {t('sessionEnded.title')}
      </h2>
      <p className="mb-4 text-muted">{t('sessionEnded.text')}</p>
      {isAsking && (
        <Suspense>
          <SignInForm onSignedIn={(user) => void goOn(user.id)} />
        </Suspense>
      )}
    </dialog>
  )
}
