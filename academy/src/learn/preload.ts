import type { AnyRouter, RegisteredRouter } from '@tanstack/react-router'
import { loadTexts } from '../texts/texts.ts'

/** The pages that are read without a network, by the ids of their routes. */
const pages: (keyof RegisteredRouter['routesById'])[] = [
  '/learn/',
  '/learn/course/$course',
  '/learn/course/$course/lesson/$lesson',
  '/learn/own/learning',
]

/** What they load once it is shown or used: notes are taken without a network, too. */
const loadParts = [
  () => loadTexts('learn', 'player', 'news'),
  () => import('./notes/lesson-notes.tsx'),
  () => import('./notes/note-dialog.tsx'),
  () => import('./notes/note-entry.tsx'),
  () => import('./flaws/flaw-dialog.tsx'),
  () => import('./threads/thread-list.tsx'),
]

/** Loads their scripts, which stay on the device. */
export async function preloadPages(router: AnyRouter): Promise<void> {
  await Promise.all([
    ...pages.map((id) => router.loadRouteChunk(router.routesById[id])),
    ...loadParts.map((load) => load()),
  ])
}
