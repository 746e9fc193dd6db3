import { posix } from 'node:path'
import { proseOf, replaceLinkTargets } from '../../../content/markdown/references.ts'

const site = 'https://exercism.org'
const short = /\[(concept|exercise):([\w-]{1,100})\/([\w-]{1,100})\]\(\)/gu
const address =
  /^(?:https:\/\/exercism\.org)?\/tracks\/([\w-]{1,100})\/(concepts|exercises)\/([\w-]{1,100})\/?(#.{0,200})?$/u

/** The concepts and exercises that are lessons, by `concept/basics` and `exercise/leap`. */
export interface TrackPages {
  slug: string
  /** Their files and names. */
  pages: ReadonlyMap<string, { file: string; name: string }>
}

/**
 * Turns links like `[concept:python/basics]()` and those to the track's site into links to lessons.
 * @param file of the page that links
 */
export function linkTrack(text: string, file: string, { slug, pages }: TrackPages): string {
  const pathTo = (kind: string, track: string, name: string): string | undefined => {
    const page = track === slug ? pages.get(`${kind}/${name}`) : undefined
    return page && posix.relative(posix.dirname(file), page.file)
  }
  // Skips code, which holds no links.
  const links = proseOf(text).matchAll(short)
  let long = ''
  let done = 0
  for (const { 0: found, 1: kind = '', 2: track = '', 3: name = '', index } of links) {
    const title = pages.get(`${kind}/${name}`)?.name ?? name
    const target = pathTo(kind, track, name) ?? `${site}/tracks/${track}/${kind}s/${name}`
    long += `${text.slice(done, index)}[${title}](${target})`
    done = index + found.length
  }
  long += text.slice(done)
  return replaceLinkTargets(long, (target) => {
    const [, track = '', kind = '', name = '', anchor = ''] = address.exec(target) ?? []
    const path = pathTo(kind.slice(0, -1), track, name)
    if (path !== undefined) return path + anchor
    return target.startsWith('/') && !target.startsWith('//') ? site + target : undefined
  })
}
