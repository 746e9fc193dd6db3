import { createRouter } from '@tanstack/react-router'
import { deskRoutes } from '../desk/routes.ts'
import { learnRoutes } from '../learn/routes.ts'
import { studioRoutes } from '../studio/routes.ts'
import { Loading, PageNotFound, RouteFailure } from '../ui/data/loaded.tsx'
import { rootRoute } from './root-route.ts'

/** Every page, by its address. The scripts of a page are loaded when it is opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([learnRoutes, studioRoutes, deskRoutes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: PageNotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
