import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { rootRoute } from '../app/root-route.ts'
import { requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'

/** For who runs the school. */
const desk = createRoute({
  getParentRoute: () => rootRoute,
  path: 'desk',
  beforeLoad: async (context) => {
    await requireSignIn(context)
    await loadTexts('desk')
  },
})

const users = createRoute({
  getParentRoute: () => desk,
  path: '/',
  component: page(() => import('./users/users-page.tsx'), 'UsersPage'),
})

export const deskRoutes = desk.addChildren([users])
