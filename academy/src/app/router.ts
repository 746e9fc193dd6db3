import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { rootRoute } from '../base/root-route.ts'
import { learnRoutes } from '../learn/routes.ts'
import { Opening, PageNotFound, RouteFailure } from '../ui/data/loaded.tsx'
import type { allRoutes } from './staff-routes.ts'

/** Stands for the pages of staff until one of them is opened: learners load no list of them. */
const staff = (path: 'studio' | 'desk') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${path}/$`,
    beforeLoad: async ({ location: { href } }) => {
      // Importing them adds them to the root.
      await import('./staff-routes.ts')
      router.setRoutes(router.buildRouteTree())
      throw redirect({ href, replace: true })
    },
  })

/** Every page, by its address. The scripts of a page are loaded when it is opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...learnRoutes,
    staff('studio'),
    staff('desk'),
  ]) as unknown as typeof allRoutes,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch,
  defaultPendingComponent: Opening,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: PageNotFound,
})

/** Writes each value as text: the router's own format would turn JSON into objects. */
function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = `${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
  return text && `?${text}`
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
