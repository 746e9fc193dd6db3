import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Deps } from '../../../../server/context.ts'
import { fieldsError } from '../../../../server/errors/problem.ts'
import {
  type CourseSource,
  SetSourceInput,
} from '../../../../server/features/authoring/sources/schema.ts'
import {
  removeSource,
  setSource,
} from '../../../../server/features/authoring/sources/set-source.ts'
import { toCourseSource } from '../../../../server/features/authoring/sources/show-source.ts'
import { syncNow } from '../../../../server/features/authoring/sources/sync-now.ts'
import { UsageError } from '../../command-errors.ts'
import { type CommandResult, printable } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { withDeps } from '../../with-deps.ts'
import { findNamedCourse } from './course.ts'

interface SourceOptions {
  branch?: string
  folder?: string
  format?: string
  outcome: string
  credentialFile?: string
  /** False: --no-credential. */
  credential?: boolean
  takeOver?: true
  newHookSecret?: true
}

export async function setCourseSource(
  idOrSlug: string,
  url: string,
  options: SourceOptions,
): Promise<CommandResult> {
  const { credentialFile, credential: keeps = true, ...settings } = options
  const credential =
    credentialFile === undefined ? undefined : (await readCredential(credentialFile)).trim()
  return onCourse(idOrSlug, async (deps, courseId) => {
    const typed = {
      ...settings,
      courseId,
      url,
      ...(credential !== undefined && { credential }),
      ...(!keeps && { credential: null }),
    }
    const { data: input, error } = SetSourceInput.safeParse(typed)
    if (error !== undefined) throw fieldsError(error, typed)
    return setSource(deps, input)
  })
}

export function showCourseSource(idOrSlug: string): Promise<CommandResult> {
  return onCourse(idOrSlug, toCourseSource)
}

export function syncCourseSource(idOrSlug: string): Promise<CommandResult> {
  return onCourse(idOrSlug, (deps, courseId) => syncNow(deps, { courseId }))
}

export async function removeCourseSource(idOrSlug: string): Promise<CommandResult> {
  const slug = await withDeps(async (deps) => {
    const { id: courseId, slug } = await findNamedCourse(deps.db, idOrSlug)
    await removeSource(deps, { courseId })
    return slug
  })
  return {
    json: { course: { slug }, removed: true },
    text: `${slug} comes from no git repository any more. Its content stays.\n`,
  }
}

/** Never an argument: every user of the machine could read it in the list of processes. */
async function readCredential(file: string): Promise<string> {
  if (file === '-') return text(surroundings().stdin)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The credential file ${file} cannot be read (${error.code}).`)
  })
}

async function onCourse(
  idOrSlug: string,
  work: (deps: Deps, courseId: string) => Promise<CourseSource>,
): Promise<CommandResult> {
  const { slug, source } = await withDeps(async (deps) => {
    const { id, slug } = await findNamedCourse(deps.db, idOrSlug)
    return { slug, source: await work(deps, id) }
  })
  return { json: { course: { slug }, source }, text: `${linesOf(slug, source).join('\n')}\n` }
}

function linesOf(slug: string, source: CourseSource): string[] {
  const { url, branch, folder, outcome, status, isSyncing, syncedAt, commit, result } = source
  const lines: [string, string | null][] = [
    ['Repository', url],
    ['Branch', branch ?? "the repository's own"],
    ['Folder', folder === '' ? 'its root' : folder],
    ['Format', source.format],
    ['New content', outcome === 'draft' ? 'becomes a draft' : 'is published'],
    ['Credential', source.hasCredential ? 'set' : 'none'],
    ['Webhook', source.hookUrl],
    ['Secret', source.hookSecret],
    ['Last sync', syncedAt === null ? 'none yet' : `${status}, ${syncedAt}`],
    ['Now', isSyncing ? 'a sync runs or waits' : null],
    ['Commit', commit],
    ['Result', result && resultOf(result)],
  ]
  return [
    `${slug} comes from a git repository.`,
    ...lines.flatMap(([name, value]) =>
      value === null ? [] : [`${name.padEnd(12)}${printable(value)}`],
    ),
    ...source.problems.map(({ severity, place, message }) =>
      printable(`${severity}: ${place === '' ? '' : `${place}: `}${message}`),
    ),
  ]
}

function resultOf({ outcome, revision, version }: NonNullable<CourseSource['result']>): string {
  if (outcome === 'published') return `version ${version}`
  return outcome === 'draft' ? `a draft, revision ${revision}` : 'nothing new'
}
