import type { CourseFormat } from '../../reading/types.ts'

/** Our own: a course.yaml and the Markdown files that it names. */
export const lyceum = {
  name: 'lyceum',
  mark: 'course.yaml',
  traces: /(?:^|\/)course\.yaml$/u,
  fits: (files) => files.has('course.yaml'),
  read: async (...given) => (await import('./read-lyceum.ts')).readLyceum(...given),
} as const satisfies CourseFormat
