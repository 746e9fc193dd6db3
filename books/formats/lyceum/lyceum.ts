import type { CourseFormat } from '../../reading/types.ts'

/** Our own format: a course.yaml and the Markdown files that it names, or a program.yaml. */
export const lyceum = {
  name: 'lyceum',
  mark: 'course.yaml or program.yaml',
  traces: /(?:^|\/)(?:course|program)\.yaml$/u,
  fits: async (files) => (await files.has('course.yaml')) || (await files.has('program.yaml')),
  read: async (...given) => (await import('./read-lyceum.ts')).readLyceum(...given),
} as const satisfies CourseFormat
