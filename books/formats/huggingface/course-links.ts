import { posix } from 'node:path'
import { replaceLinkTargets } from '../../../content/markdown/references.ts'

const site = 'https://huggingface.co'
const address =
  /^(?:https:\/\/huggingface\.co)?\/(?:course|learn\/[\w-]{1,80})\/(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?\/)?([\w-]{1,80}(?:\/[\w-]{1,80}){0,4})\/?(?:\?[^#]{0,200})?(#.{0,200})?$/u

/**
 * Turns links to the course's own site, like `/course/chapter3/2`, into links to the pages; other
 * links to the site get its address.
 * @param local the page's own path
 * @param locals the paths of all pages, in reading order
 */
export function linkPages(
  text: string,
  { local, locals }: { local: string; locals: readonly string[] },
): string {
  const known = new Set(locals)
  return replaceLinkTargets(text, (target) => {
    const [, path = '', anchor = ''] = address.exec(target) ?? []
    const page = known.has(path) ? path : locals.find((it) => it.startsWith(`${path}/`))
    if (path !== '' && page !== undefined)
      return `${posix.relative(posix.dirname(local), page)}.mdx${anchor}`
    return target.startsWith('/') && !target.startsWith('//') ? site + target : undefined
  })
}
