import { createRouter } from '@tanstack/react-router'
import { rootRoute } from '../base/root-route.ts'
import { deskRoutes } from '../desk/routes.ts'
import { learnRoutes } from '../learn/routes.ts'
import { studioRoutes } from '../studio/routes.ts'
import { Loading, PageNotFound, RouteFailure } from '../ui/data/loaded.tsx'

/** Every page, by its address. The scripts of a page are loaded when it is opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([learnRoutes, studioRoutes, deskRoutes]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch,
  defaultPendingComponent: Loading,
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
