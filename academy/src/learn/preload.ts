import type { AnyRouter } from '@tanstack/react-router'

/** The pages that are read without a network, by the ids of their routes. */
const pages = [
  '/learn/',
  '/learn/course/$course',
  '/learn/own/course/$course/lesson/$lesson',
  '/learn/own/learning',
]

/** Loads their scripts, which stay on the device. */
export async function preloadPages(router: AnyRouter): Promise<void> {
  const routes = pages.flatMap((id) => router.routesById[id] ?? [])
  await Promise.all(routes.map((route) => router.loadRouteChunk(route)))
}
