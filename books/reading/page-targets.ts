import { posix } from 'node:path'
import {
  decoded,
  localPath,
  type Reference,
  replaceTargets,
} from '../../content/markdown/references.ts'
import { quote } from './course-folder-error.ts'
import type { FileShelf } from './file-shelf.ts'
import type { Notes } from './notes.ts'

const maxTargets = 5000

/** The targets that links of a book may have. */
export interface TargetScope {
  /** Keys of lessons, by the files of their pages. */
  keys: ReadonlyMap<string, string>
  /** The headings at which pages' anchors stand, by the pages' files. */
  anchors: ReadonlyMap<string, ReadonlyMap<string, string>>
  shelf: FileShelf
  notes: Notes
}

/** A link or picture of a page, and its file as mistakes name it. */
export interface PlacedReference extends Reference {
  file: string
}

/**
 * Returns the text with links to lessons by key, and pictures and files by their paths from the
 * course's root. A dead target stays, with a warning.
 * @param name the page's file, from the root of the files
 */
export async function resolveTargets(
  scope: TargetScope,
  name: string,
  { content, references }: { content: string; references: readonly PlacedReference[] },
): Promise<string> {
  const found = new Map<string, string | undefined>()
  for (const { kind, target, file, line } of references) {
    const mention = { file, line }
    if (kind === 'include') continue
    const id = `${kind} ${target}`
    if (found.has(id)) continue
    // Bounds the targets: a page can be a megabyte of them, and each is looked up on the disk.
    if (found.size === maxTargets) {
      const message = `this page has more than ${maxTargets} targets: split it, or remove some`
      scope.notes.add({ ...mention, message })
      break
    }
    const resolved = await scope.notes.attempt(() =>
      resolve(scope, { kind, target, name, mention }),
    )
    found.set(id, resolved)
  }
  return replaceTargets(content, ({ kind, target }) => found.get(`${kind} ${target}`))
}

interface Named {
  kind: 'link' | 'picture'
  target: string
  /** The page's file, from the root of the files. */
  name: string
  mention: { file: string; line: number }
}

async function resolve(
  { keys, anchors, shelf, notes }: TargetScope,
  { kind, target, name: page, mention }: Named,
): Promise<string | undefined> {
  if (kind === 'link' && target.startsWith('#')) {
    const heading = headingOf(target, anchors.get(page))
    return heading === '' ? '#' : heading
  }
  const path = localPath(target)
  // A link like /terms leads to a page of the site that shows the lesson.
  if (path === undefined || path === '' || (kind === 'link' && path.startsWith('/')))
    return undefined

  const folder = path.startsWith('/') ? shelf.base : posix.dirname(page)
  const name = posix.join(folder, `.${path.startsWith('/') ? '' : '/'}${path}`)
  if (kind === 'link') {
    const file = pageNames(name).find((candidate) => keys.has(candidate)) ?? ''
    const key = keys.get(file)
    const [part = ''] = /#.*$/su.exec(target) ?? []
    if (key !== undefined) return `${key}.md${headingOf(part, anchors.get(file)) ?? part}`
  }
  if (kind === 'picture' || !isPageLike(name)) {
    const taken = await shelf.take(name, mention)
    if (taken !== undefined) return asTarget(taken) + (/#.*$/su.exec(target)?.[0] ?? '')
  }
  const message =
    kind === 'picture'
      ? `dead picture: there is no file ${quote(name)}; correct or remove it`
      : `dead link: ${quote(name)} is neither a lesson nor a file of this course; ` +
        'link to an https URL instead'
  notes.warnings.push({ ...mention, message })
  return undefined
}

/** Returns a page's anchor, `#name`, as frontends name it; undefined for what is none. */
function headingOf(part: string, anchors: ReadonlyMap<string, string> | undefined) {
  const heading = anchors?.get(decoded(part.slice(1)))
  return heading === undefined || heading === '' ? heading : `#${heading}`
}

/** Lists the files that a link to a page may mean: books link to `a.md`, `a.html`, `a` or `a/`. */
function pageNames(name: string): string[] {
  const bare = name.replace(/\/$/u, '').replace(/\.html?$/u, '')
  const index = /(?:^|\/)index$/u.test(bare) ? [`${bare.replace(/index$/u, '')}README.md`] : []
  const names = [name, bare, `${bare}.md`, `${bare}.mdx`, `${bare}.Rmd`, `${bare}.ipynb`, ...index]
  return [...names, `${bare}/README.md`, `${bare}/index.md`]
}

function isPageLike(name: string): boolean {
  return /(?:\.(?:md|mdx|rmd|markdown|html?)|\/)$/iu.test(name)
}

/** Writes a path for Markdown, where neither blanks nor parentheses may end it. */
export function asTarget(path: string): string {
  return encodeURI(path).replace(
    /[()'#?]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
