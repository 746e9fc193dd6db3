import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { t } from '../texts/texts.ts'
import { useStore } from '../ui/store.ts'
import { useIsSignedIn } from './session.ts'
import { goOn, isAsking } from './session-end.ts'

const idleMilliseconds = 10_000
const loadForm = () =>
  import('./sign-in-form.tsx').then(({ SignInForm }) => ({ default: SignInForm }))
const SignInForm = lazy(loadForm)

/** Asks for the password above the page, which keeps its input; another user never sees it. */
export function SessionEnded() {
  const isOpen = useStore(isAsking)
  const isSignedIn = useIsSignedIn()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  // Loads the form early: by then the server may have a newer build.
  useEffect(() => {
    if (!isSignedIn) return
    const timer = setTimeout(() => loadForm().catch(() => undefined), idleMilliseconds)
    return () => clearTimeout(timer)
  }, [isSignedIn])

  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-ended"
      // Lets this dialog have the focus while a React Aria modal is open.
      data-react-aria-top-layer
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => event.preventDefault()}
      // Browsers close it anyway when asked repeatedly.
      onClose={({ currentTarget }) => isAsking.get() && currentTarget.showModal()}
      className="m-auto w-full max-w-md rounded-xl border border-line bg-paper p-6 text-ink shadow-raised backdrop:bg-panel"
    >
      <h2 id="session-ended" className="mb-1 text-xl font-semibold">
        {t('sessionEnded.title')}
      </h2>
      <p className="mb-4 text-muted">{t('sessionEnded.text')}</p>
      {isOpen && (
        <>
          <CatchBoundary getResetKey={() => 0} errorComponent={WithoutForm}>
            <Suspense>
              <div ref={focusFirstField}>
                <SignInForm onSignedIn={(user) => void goOn(user.id)} />
              </div>
            </Suspense>
          </CatchBoundary>
          <p className="mt-4">
            <a href={signInPath()} className="text-brand underline">
              {t('sessionEnded.otherWay')}
            </a>
          </p>
        </>
      )}
    </dialog>
  )
}

/** The sign-in page, for anyone without a password, or who has forgotten it. */
function signInPath(): string {
  return `/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`
}

/** Shown when the form cannot be loaded; the page behind stays. */
function WithoutForm() {
  return (
    <p role="alert">
      {t('sessionEnded.failed')}{' '}
      <a href={location.href} className="text-brand underline">
        {t('sessionEnded.reload')}
      </a>
    </p>
  )
}

/** Focuses the form, which loads after the dialog has opened. */
function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus()
}
