import type { AnyRouter, RegisteredRouter } from '@tanstack/react-router'

/** The pages that are read without a network, by the ids of their routes. */
const pages: (keyof RegisteredRouter['routesById'])[] = [
  '/learn/',
  '/learn/course/$course',
  '/learn/course/$course/lesson/$lesson',
  '/learn/own/learning',
]

/** Loads their scripts, which stay on the device. */
export async function preloadPages(router: AnyRouter): Promise<void> {
  await Promise.all(pages.map((id) => router.loadRouteChunk(router.routesById[id])))
}
