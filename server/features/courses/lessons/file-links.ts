import type { LessonDetails, VideoDetails } from '../../../../db/queries/courses/lessons.ts'
import { findReferences, localPath, replaceTargets } from '../../../lib/markdown/references.ts'
import { resolveLessonLinks, showLessonLinks } from './lesson-links.ts'

/** SHA-256 of files by their paths from the course's root. */
export type FilesByPath = Readonly<Record<string, string>>

/** The address of a file under a name, for a few minutes. */
export type UrlOfFile = (file: { sha256: string; name: string }) => string

/** Size and media type of files by their SHA-256. */
export type FilesByContent = ReadonlyMap<string, { type: string; size: number }>

/** The paths of files that a lesson names, whether or not there are such files. */
export function filesNamedIn(content: string, details: LessonDetails | null): Set<string> {
  const named = new Set<string>()
  for (const text of [content, details?.video?.transcript ?? ''])
    for (const { kind, target } of text === '' ? [] : findReferences(text)) {
      const path = kind === 'include' ? undefined : pathOfTarget(target)
      if (path !== undefined) named.add(path)
    }
  for (const path of filesOfDetails(details)) named.add(path)
  return named
}

/** The paths of files that a lesson has beside its text: without them it cannot be shown. */
export function filesOfDetails(details: LessonDetails | null): string[] {
  const { video, file } = details ?? {}
  return [
    ...(video?.sources ?? []).flatMap((source) => ('file' in source ? source.file : [])),
    ...(video?.poster ? [video.poster] : []),
    ...(video?.captions ?? []).map((caption) => caption.file),
    ...(file === undefined ? [] : [file.file]),
  ]
}

/** The path of a file that a link or picture may mean; undefined where it leads elsewhere. */
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

export interface ShownVideo {
  sources: { url: string; type: string | null }[]
  poster: string | null
  captions: { language: string; label: string | null; url: string }[]
  seconds: number | null
  transcript: string | null
}

export interface ShownFile {
  url: string
  name: string
  type: string
  size: number
}

/** What a lesson has beside its text, as a learner gets it. */
export interface ShownDetails {
  video: ShownVideo | null
  /** Null for a lesson of a draft whose file is missing, and for other types. */
  file: ShownFile | null
  link: { url: string } | null
  prerequisites: string[]
}

export interface ShowOptions {
  courseId: string
  files: FilesByPath
  urlOf: UrlOfFile
  contents: FilesByContent
}

/** Puts addresses in place of paths; what a draft names and does not have is left out. */
export function showDetails(details: LessonDetails | null, options: ShowOptions): ShownDetails {
  const { video, file, link, prerequisites = [] } = details ?? {}
  return {
    video: video === undefined ? null : showVideo(video, options),
    file: file === undefined ? null : showFile(file.file, options),
    link: link ?? null,
    prerequisites,
  }
}

function showVideo(
  { sources, poster, captions, seconds, transcript }: VideoDetails,
  options: ShowOptions,
): ShownVideo {
  return {
    sources: sources.flatMap((source) => {
      if ('url' in source) return { url: source.url, type: typeOfPlayer(source.url) }
      const shown = showFile(source.file, options)
      return shown === null ? [] : { url: shown.url, type: shown.type }
    }),
    poster: poster === null ? null : (urlOfPath(poster, options) ?? null),
    captions: captions.flatMap(({ language, label, file }) => {
      const url = urlOfPath(file, options)
      return url === undefined ? [] : { language, label, url }
    }),
    seconds,
    transcript: transcript && showTranscript(transcript, options),
  }
}

/** It is kept as its author wrote it: links to lessons are resolved here, not when it is published. */
function showTranscript(transcript: string, { courseId, files, urlOf }: ShowOptions): string {
  const linked = showLessonLinks(resolveLessonLinks(transcript, { courseId }), courseId)
  return showFiles(linked, files, urlOf)
}

function showFile(path: string, options: ShowOptions): ShownFile | null {
  const url = urlOfPath(path, options)
  const content = options.contents.get(sha256Of(path, options.files) ?? '')
  if (url === undefined || content === undefined) return null
  return { url, name: nameOf(path), ...content }
}

/** Players tell such a video by its type from one that they can play themselves. */
function typeOfPlayer(url: string): string | null {
  const { hostname } = URL.parse(url) ?? { hostname: '' }
  const isYoutube = /^(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com|youtu\.be)$/u.test(hostname)
  return isYoutube ? 'video/youtube' : null
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
