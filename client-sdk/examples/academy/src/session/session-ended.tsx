import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../texts/texts.ts'
import { expiry, goOn } from './session-end.ts'

const SignInForm = lazy(() =>
  import('./sign-in-form.tsx').then(({ SignInForm }) => ({ default: SignInForm })),
)

/** Asks for the password above the page, which keeps what was typed; whoever else comes sees none. */
export function SessionEnded() {
  const isAsking = useSyncExternalStore(expiry.subscribe, () => expiry.isAsking)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isAsking) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isAsking])

  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
      className="m-auto w-full max-w-md rounded-xl border border-line bg-paper p-6 text-ink shadow-raised backdrop:bg-panel"
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
