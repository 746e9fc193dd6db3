import type { CourseFormat } from '../../reading/types.ts'

/** The format of Exercism's tracks. */
export const exercism = {
  name: 'exercism',
  mark: 'config.json with exercises',
  traces: /(?:^|\/)exercises\/(?:concept|practice)\//u,
  fits: async (files) =>
    (await files.has('config.json')) && (await import('./track.ts')).isTrack(files),
  read: async (...given) => (await import('./read-exercism.ts')).readExercism(...given),
} as const satisfies CourseFormat
