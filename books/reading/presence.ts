import type { CourseFiles } from './course-files.ts'

/** Whether a file can be read; one that is there but unreadable is not missing. */
export type Presence = 'file' | 'unreadable' | 'missing'

/** Looks up names; lists the files once, and only when one is not found. */
export function createPresence(files: CourseFiles): (name: string) => Promise<Presence> {
  let listed: Promise<ReadonlySet<string>> | undefined
  return async (name) => {
    if (await files.has(name)) return 'file'
    if (name.startsWith('../') || name.startsWith('/')) return 'unreadable'
    // A repository may be too large to list: its missing files are only warnings then.
    listed ??= files.list().then(
      (names) => new Set(names),
      () => new Set<string>(),
    )
    return (await listed).has(name) ? 'unreadable' : 'missing'
  }
}
