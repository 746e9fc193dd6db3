import { isLyceumError } from '@lyceum/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.ts'
import { queryClient } from './base/query-client.ts'
import { scrollAfterReload } from './base/scroll.ts'
import { applyTheme } from './base/theme.ts'
import { lyceum } from './lyceum.ts'
import { forgetOld } from './offline/kept.ts'
import { hasKeptCourses } from './offline/kept-media.ts'
import { startServiceWorker } from './offline/service-worker.ts'
import { watchSession } from './session/session-end.ts'
import { language, notLoaded } from './texts/language.ts'
import { loadTexts } from './texts/texts.ts'
import { inLanguageOf } from './ui/in-language.ts'
import { noteNavigation } from './ui/page.tsx'

Object.assign(document.documentElement, inLanguageOf(language))
applyTheme()
watchSession()
router.subscribe('onBeforeNavigate', noteNavigation)
scrollAfterReload()
start().catch(sayThatItFailed)
void startServiceWorker()
void forgetOld()
void renewKeptCourses()

/** Runs without top-level await: texts may import from this chunk, and would wait for it. */
async function start(): Promise<void> {
  // Loads the page's script beside the texts that are shown before it.
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined)
  await Promise.all([loadTexts('common', 'errors'), lyceum.session.check()])

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id "root".')
  // Errors that the page itself explains, such as a missing page, are not reported.
  const onCaughtError = (error: unknown) => isLyceumError(error) || reportError(error)
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Takes its sentence from the script itself: the texts may have failed to load. */
function sayThatItFailed(error: unknown): void {
  document.body.textContent = notLoaded
  throw error
}

/** Meets the school again: what is kept of it is renewed, or forgotten where access has ended. */
async function renewKeptCourses(): Promise<void> {
  if (!hasKeptCourses()) return
  await lyceum.session.check()
  const { renewKept } = await import('./learn/courses/keep-course.ts')
  await renewKept()
}
