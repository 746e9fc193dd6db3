import type { CourseFormat } from '../../reading/types.ts'

/** The format of mdBook. */
export const mdbook = {
  name: 'mdbook',
  mark: 'book.toml',
  traces: /(?:^|\/)(?:book\.toml|SUMMARY\.md)$/u,
  fits: (files) => files.has('book.toml'),
  read: async (...given) => (await import('./read-mdbook.ts')).readMdBook(...given),
} as const satisfies CourseFormat
