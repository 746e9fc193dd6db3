import type { CourseFormat } from '../../reading/types.ts'

/** The format of Hugging Face's courses. */
export const huggingface = {
  name: 'huggingface',
  mark: 'chapters/LANGUAGE/_toctree.yml',
  traces: /(?:^|\/)_toctree\.yml$/u,
  fits: async (files, names) =>
    names.some((name) => /^(?:chapters|units)\/[^/]+\/_toctree\.yml$/u.test(name)) ||
    (await files.has('chapters/en/_toctree.yml')),
  read: async (...given) => (await import('./read-huggingface.ts')).readHuggingFace(...given),
} as const satisfies CourseFormat
