import { posix } from 'node:path'
import { slugOf } from '../../lib/slug.ts'

/** Returns the key of a page: its path inside the book, without extension. */
export function keyOfPath(path: string): string {
  const parts = path.split('/').map(slugOf)
  return parts.filter((part) => part !== '').join('-')
}

/** Returns a page's path inside the book, without extension; undefined for other files. */
export function pagePathOf(file: string, base: string): string | undefined {
  const isInside = base === '' || file.startsWith(`${base}/`)
  if (!isInside || !/\.(?:md|mdx|rmd|markdown|ipynb)$/iu.test(file)) return undefined
  return withoutExtension(base === '' ? file : file.slice(base.length + 1))
}

export function withoutExtension(path: string): string {
  return path.slice(0, path.length - posix.extname(path).length)
}
