import type { Addresses } from '../lessons/lesson-type.ts'
import type { LessonDetails } from '../lessons/lesson-type-names.ts'
import { textsOf, writtenIn } from '../lessons/types.ts'
import { findReferences, localPath, replaceTargets } from '../markdown/references.ts'
import { resolveLessonLinks, showLessonLinks } from './lesson-links.ts'

/** SHA-256 of files by their paths from the course's root. */
export type FilesByPath = Readonly<Record<string, string>>

/** Returns the address of a file under a name, for a few minutes. */
export type UrlOfFile = (file: { sha256: string; name: string }) => string

/** Size and media type of files by their SHA-256. */
export type FilesByContent = ReadonlyMap<string, { type: string; size: number }>

/** Returns the paths of files that a lesson names, whether or not they exist. */
export function filesNamedIn(content: string, details: LessonDetails | null): Set<string> {
  const named = new Set<string>()
  for (const text of [content, ...textsOf(details).map((own) => own.text)])
    for (const { kind, target } of text === '' ? [] : findReferences(text)) {
      const path = kind === 'include' ? undefined : pathOfTarget(target)
      if (path !== undefined) named.add(path)
    }
  for (const path of filesOfDetails(details)) named.add(path)
  return named
}

/** Returns the paths of files beside a lesson's text, without which it cannot be shown. */
export function filesOfDetails(details: LessonDetails | null): string[] {
  const paths: string[] = []
  const note = (path: string) => {
    if (path !== '') paths.push(path)
    return path
  }
  for (const { withPaths, value } of writtenIn(details)) withPaths?.(value, note)
  return paths
}

/** Returns the path of a file that a link or picture may mean; undefined if it leads elsewhere. */
export function pathOfTarget(target: string): string | undefined {
  const path = localPath(target)?.normalize('NFC').replace(/^\.\//u, '')
  if (path === undefined || path === '' || path.startsWith('/')) return undefined
  return /^[^/]+\.md$/iu.test(path) ? undefined : path
}

/** Writes the addresses of files into the links and pictures that name them. */
export function showFiles(content: string, files: FilesByPath, urlOf: UrlOfFile): string {
  return replaceTargets(content, ({ target }) => {
    const path = pathOfTarget(target)
    const url = path && urlOfPath(path, { files, urlOf })
    return url === undefined || url === '' ? undefined : `${url}${/#.*$/su.exec(target)?.[0] ?? ''}`
  })
}

interface ShowOptions {
  courseId: string
  files: FilesByPath
  urlOf: UrlOfFile
  contents: FilesByContent
}

/** Returns the addresses of what a lesson names, without files that a draft lacks. */
export function addressesFor({ courseId, files, urlOf, contents }: ShowOptions): Addresses {
  const to: Addresses = {
    urlOf: (path) => urlOfPath(path, { files, urlOf }),
    fileOf: (path) => {
      const url = to.urlOf(path)
      const content = contents.get(sha256Of(path, files) ?? '')
      if (url === undefined || content === undefined) return null
      const { type, size } = content
      return { url, name: nameOf(path), type, size }
    },
    // Resolves links to lessons here: the text is kept as its author wrote it.
    markdown: (text) =>
      // Most options of questions name nothing: looking costs more than all else of an attempt.
      !/[[<]/u.test(text)
        ? text
        : showFiles(
            showLessonLinks(resolveLessonLinks(text, { courseId }), courseId),
            files,
            urlOf,
          ),
  }
  return to
}

function urlOfPath(
  path: string,
  { files, urlOf }: Pick<ShowOptions, 'files' | 'urlOf'>,
): string | undefined {
  const sha256 = sha256Of(path, files)
  if (sha256 === undefined) return undefined
  // Parentheses and quotes would end a target in Markdown or HTML.
  return urlOf({ sha256, name: nameOf(path) }).replace(
    /['()]/gu,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
}

function sha256Of(path: string, files: FilesByPath): string | undefined {
  return Object.hasOwn(files, path) ? files[path] : undefined
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
