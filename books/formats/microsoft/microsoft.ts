import type { CourseFormat } from '../../reading/types.ts'
import { findLessons } from './find-lessons.ts'

/** The format of Microsoft's curricula: numbered folders or files. */
export const microsoft = {
  name: 'microsoft',
  mark: 'numbered folders with a README.md, or numbered files',
  traces: /(?:^|\/)\d{1,3}[-_. ][^/]*(?:\/README)?\.md$/u,
  fits: (_files, names) => findLessons(names).groups.flatMap(({ lessons }) => lessons).length > 1,
  read: async (...given) => (await import('./read-microsoft.ts')).readMicrosoft(...given),
} as const satisfies CourseFormat
