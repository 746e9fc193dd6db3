import { posix } from 'node:path'
import { findHeading } from '../../../content/markdown/markdown-heading.ts'
import { withoutExtension } from '../../reading/page-key.ts'
import type { PlacedLine } from './myst-to-markdown.ts'

interface Place {
  file: string
  /** Undefined for a whole page. */
  label: string | undefined
  title: string
}

const marked = /^[ \t]*\(([\w:./ -]{1,100})\)=[ \t]*$/u
const named = /^[ \t]*:(?:name|label):[ \t]*(\S{1,100})[ \t]*$/u
const equation = /\$\$[ \t]*\(([\w:./-]{1,100})\)[ \t]*$/u
const opening = /^[ \t]*(?:`{3,}|:{3,})[ \t]*\{([\w:-]{1,60})(?:[ \t][^{}]{0,300})?\}[ \t]*(.*)$/u

/** Finds what the labels of a book, and the paths of its pages, stand for. */
export function createLabels(
  pages: readonly { file: string; title: string; lines: readonly PlacedLine[] }[],
  base: string,
) {
  const places = new Map<string, Place>()
  const byPath = new Map<string, Place>()
  for (const { file, title, lines } of pages) {
    byPath.set(withoutExtension(file), { file, label: undefined, title })
    let block = ''
    for (const [index, { text }] of lines.entries()) {
      const [, kind] = opening.exec(text) ?? []
      if (kind !== undefined) block = kind
      const [, label] = marked.exec(text) ?? named.exec(text) ?? equation.exec(text) ?? []
      if (label === undefined) continue
      const next = lines.slice(index + 1, index + 4).find((it) => /\S/u.test(it.text))?.text ?? ''
      const heading = /^ {0,3}#/u.test(next) ? findHeading(next)?.title : undefined
      const isEquation = block === 'math' || equation.test(text)
      const place = {
        file,
        label: fold(label),
        title: heading ?? (isEquation ? label : block || label),
      }
      if (!places.has(fold(label))) places.set(fold(label), place)
    }
  }
  return {
    /** Finds the target of a path or label as seen from a page. */
    find(from: string, given: string): { target: string; title: string } | undefined {
      const [path = '', part] = given.split('#')
      const folder = path.startsWith('/') ? base : posix.dirname(from)
      const file = posix.join(folder, `./${path.replace(/\.(?:md|ipynb|html)$/u, '')}`)
      const place = places.get(fold(given)) ?? byPath.get(file)
      if (place === undefined) return undefined
      const target = posix.relative(posix.dirname(from), place.file).replaceAll(' ', '%20')
      const label = place.label ?? part
      const isHere = place.file === from && label !== undefined
      const suffix = label === undefined ? '' : `#${label}`
      return { target: isHere ? suffix : target + suffix, title: place.title }
    },
  }
}

function fold(label: string): string {
  return label.trim().toLowerCase()
}
