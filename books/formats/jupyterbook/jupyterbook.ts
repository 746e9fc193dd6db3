import type { CourseFormat } from '../../reading/types.ts'

/** The format of Jupyter Book, first and second generation. */
export const jupyterbook = {
  name: 'jupyterbook',
  mark: '_toc.yml or myst.yml',
  traces: /(?:^|\/)(?:_toc|myst)\.yml$/u,
  fits: async (files) => (await files.has('_toc.yml')) || files.has('myst.yml'),
  read: async (...given) => (await import('./read-jupyterbook.ts')).readJupyterBook(...given),
} as const satisfies CourseFormat
