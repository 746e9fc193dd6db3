import { Outlet, useBlocker } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { SessionEnded } from '../session/session-ended.tsx'
import { t } from '../texts/texts.ts'
import { Opening } from '../ui/data/loaded.tsx'
import { isAnythingUnsaved, mayLeave } from '../ui/forms/leave-guard.ts'
import { OfflineIcon } from '../ui/icons.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export function Root() {
  useBlocker({
    // Filters and parts of a page lead nowhere else.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: isAnythingUnsaved,
  })
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-50 focus:rounded-lg focus:bg-paper focus:p-3"
        >
          {t('skipToContent')}
        </a>
        <Header />
        <OfflineBanner />
        <Suspense fallback={<Opening />}>
          <Outlet />
        </Suspense>
      </div>
      {/* Below the first screen: what loads above it moves nothing in sight. */}
      <Footer />
      <SessionEnded />
      <ToastRegion />
    </>
  )
}

function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-b border-warn bg-panel px-4 py-2 text-sm text-warn"
    >
      <OfflineIcon /> {t('offline.banner')}
    </p>
  )
}

function subscribeToConnection(onChange: () => void): () => void {
  const end = new AbortController()
  for (const name of ['online', 'offline'])
    window.addEventListener(name, onChange, { signal: end.signal })
  return () => end.abort()
}
