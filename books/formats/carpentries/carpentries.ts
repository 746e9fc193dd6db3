import type { CourseFormat } from '../../reading/types.ts'

/** The format of The Carpentries' lessons. */
export const carpentries = {
  name: 'carpentries',
  mark: 'config.yaml with episodes/',
  traces: /(?:^|\/)_?episodes\/[^/]+\.R?md$/u,
  fits: async (files, names) => {
    const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
    if (has(/^episodes\/.+\.(?:md|Rmd)$/u) && (await files.has('config.yaml'))) return true
    return has(/^_episodes\/.+\.md$/u) && files.has('_config.yml')
  },
  read: async (...given) => (await import('./read-carpentries.ts')).readCarpentries(...given),
} as const satisfies CourseFormat
