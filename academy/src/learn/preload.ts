/** Loads the scripts of the pages that are read without a network. */
export async function preloadPages(): Promise<void> {
  await Promise.all([
    import('./courses/catalog-page.tsx'),
    import('./courses/course-page.tsx'),
    import('./lessons/lesson-page.tsx'),
    import('./lessons/lesson-address.ts'),
    import('./lessons/video.tsx'),
    import('./me/learning-page.tsx'),
  ])
}
