import { posix } from 'node:path'
import { faultOfPath } from '../../content/files/file-path.ts'
import { localPath, type Reference, replaceTargets } from '../../content/markdown/references.ts'
import type { CourseFiles } from '../reading/course-files.ts'
import { CourseFolderError, type Problem, quote } from '../reading/course-folder-error.ts'
import type { FileShelf } from '../reading/file-shelf.ts'
import { asTarget } from '../reading/page-targets.ts'

/** The course in which references are resolved. */
export interface ReferenceScope {
  files: CourseFiles
  shelf: FileShelf
  /** Normalized names of the files that are lessons. */
  lessonFiles: ReadonlySet<string>
  /** Collects what learners will not be able to reach. */
  warnings: Problem[]
}

/** A Markdown file: its name in the folder, and as it was typed. */
export interface NamedFile {
  name: string
  file: string
}

/**
 * Takes along the files that a text names. Returns the replacements, by `kind target`, for targets
 * that are no path from the course's root.
 * @throws CourseFolderError
 */
export async function resolveReferences(
  scope: ReferenceScope,
  { name, file }: NamedFile,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  const mistakes: Problem[] = []
  for (const { kind, target, line } of references) {
    const mention = { file, line }
    if (kind === 'include') {
      const message = `${quote(target)} is not resolved: replace it with the text it stands for`
      scope.warnings.push({ ...mention, message })
      continue
    }
    const named = { kind, target, folder: posix.dirname(name), mention }
    const { path, fault } = await resolve(scope, named).catch((error: unknown) => {
      if (!(error instanceof CourseFolderError)) throw error
      mistakes.push(...error.problems)
      return { path: undefined, fault: undefined }
    })
    if (fault !== undefined) scope.warnings.push({ ...mention, message: fault })
    const written = path && targetOf(path, target)
    if (written !== undefined && written !== '' && written !== target)
      targets.set(`${kind} ${target}`, written)
  }
  if (mistakes.length > 0) throw new CourseFolderError(mistakes)
  return targets
}

interface Named {
  kind: 'link' | 'picture'
  target: string
  folder: string
  mention: { file: string; line: number }
}

async function resolve(
  { files, shelf, lessonFiles }: ReferenceScope,
  { kind, target, folder, mention }: Named,
): Promise<{ path?: string; fault?: string }> {
  const typed = localPath(target)
  // A link like /terms leads to a page of the site that shows the lesson.
  if (typed === undefined || (kind === 'link' && typed.startsWith('/'))) return {}

  const name = typed.startsWith('/') ? posix.normalize(`.${typed}`) : posix.join(folder, typed)
  if (kind === 'link' && lessonFiles.has(name)) return {}
  if (name.startsWith('../')) return { fault: absent(kind, name) }
  const isPage = isText(name)
  if (!isPage || (kind === 'link' && isFileName(name) && (await files.has(name)))) {
    // Spelled as on the disk, or as in a zip that this service made.
    const composed = name.normalize('NFC')
    const path = (await shelf.take(name, mention)) ?? (await shelf.take(composed, mention))
    if (path === undefined) return { fault: absent(kind, name) }
    return isPage
      ? { path, fault: `${quote(name)} is no lesson: learners get it as a file` }
      : { path }
  }
  if (!(await files.has(name))) return { fault: absent(kind, name) }
  return {
    fault:
      kind === 'link'
        ? `dead link: ${quote(name)} is not a lesson of this course; link to an https URL instead`
        : `dead picture: ${quote(name)} is a text; name a picture`,
  }
}

/** Whether a link may name a file: a text in a folder is a file like others. */
function isFileName(name: string): boolean {
  return faultOfPath(name.normalize('NFC')) === undefined
}

function absent(kind: string, name: string): string {
  return `dead ${kind}: the course's folder has no file ${quote(name)}; correct or remove it`
}

/** Whether a file is read as text, and not shown as a file. */
function isText(name: string): boolean {
  return /\.(?:md|markdown)$/iu.test(name) || name === 'course.yaml' || name.endsWith('/')
}

/** Returns the path from the root, spelled as it was typed where possible. */
function targetOf(path: string, typed: string): string {
  const isPath = (target: string) =>
    posix.normalize(localPath(target)?.normalize('NFC') ?? '') === path
  const spelled = typed.replace(/^(?:\.\.\/)+/u, '')
  if (isPath(typed) || isPath(spelled)) return isPath(typed) ? typed : spelled
  return asTarget(path) + (/#.*$/su.exec(typed)?.[0] ?? '')
}

/**
 * Turns links to lessons' files into links by key: files may move, keys stay. Writes the other
 * targets as they were resolved.
 */
export function linkByKey(
  markdown: string,
  {
    folder,
    keysOfFiles,
    targets,
  }: {
    folder: string
    keysOfFiles: ReadonlyMap<string, string>
    targets: ReadonlyMap<string, string>
  },
): string {
  return replaceTargets(markdown, ({ kind, target }) => {
    const link = kind === 'link' ? linkOf(target, { folder, keysOfFiles }) : undefined
    return link ?? targets.get(`${kind} ${target}`)
  })
}

function linkOf(
  target: string,
  { folder, keysOfFiles }: { folder: string; keysOfFiles: ReadonlyMap<string, string> },
): string | undefined {
  const path = localPath(target)
  if (path === undefined || path.startsWith('/') || target.includes('?')) return undefined
  const key = keysOfFiles.get(posix.join(folder, path))
  const isNamed = (link: string) => posix.normalize(localPath(link) ?? '') === `${key}.md`
  if (key === undefined || isNamed(target)) return undefined
  // Spelled as typed, without the folder that an export put before it.
  const spelled = target.replace(/^(?:\.\.\/)+[^/]+\//u, '')
  return isNamed(spelled) ? spelled : `${key}.md${/#.*$/su.exec(target)?.[0] ?? ''}`
}
