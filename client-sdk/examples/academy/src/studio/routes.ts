import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { rootRoute } from '../app/root-route.ts'
import { requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'

/** For who writes courses, grades and teaches. */
const studio = createRoute({
  getParentRoute: () => rootRoute,
  path: 'studio',
  beforeLoad: async (context) => {
    await requireSignIn(context)
    await loadTexts('studio')
  },
})

const courses = createRoute({
  getParentRoute: () => studio,
  path: '/',
  component: page(() => import('./courses/courses-page.tsx'), 'CoursesPage'),
})

export const studioRoutes = studio.addChildren([courses])
