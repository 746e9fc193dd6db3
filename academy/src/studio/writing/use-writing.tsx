import { lazy, useCallback, useMemo } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { useCourse } from '../courses/course.ts'
import { useFiles } from '../files/use-uploads.tsx'

/** Loaded when it is used. */
export const MarkdownEditor = lazy(() =>
  import('./markdown-editor.tsx').then((loaded) => ({ default: loaded.MarkdownEditor })),
)

/** What an editor knows of the course: its language, its files, and what can be linked to. */
export function useWriting() {
  const { courseId, language, html, canWrite } = useCourse()
  const files = useFiles()
  const { data: draft } = useRead(lyceum.drafts.get, { courseId })
  const byPath = useMemo(() => new Map(files.map(({ path, url }) => [path, url])), [files])
  const addressOf = useCallback((path: string) => byPath.get(path), [byPath])
  const targets = () => {
    const lessons = draft?.sections.flatMap((section) => section.lessons) ?? []
    return Object.fromEntries([
      ...lessons.map(({ key, title }) => [`${key}.md`, title]),
      ...files.map(({ path }) => [path, path]),
    ]) as Record<string, string>
  }
  return { language, html, isReadOnly: !canWrite, addressOf, targets }
}
