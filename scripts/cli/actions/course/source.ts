import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Deps } from '../../../../server/context.ts'
import {
  type CourseSource,
  RepositoryInput,
} from '../../../../server/features/authoring/sources/schema.ts'
import {
  removeSource,
  setSource,
} from '../../../../server/features/authoring/sources/set-source.ts'
import { toCourseSource } from '../../../../server/features/authoring/sources/show-source.ts'
import { syncNow } from '../../../../server/features/authoring/sources/sync-now.ts'
import { UsageError } from '../../command-errors.ts'
import { type CommandResult, said } from '../../output.ts'
import { detailsOf, readInput } from '../../results.ts'
import { surroundings } from '../../surroundings.ts'
import { findNamedCourse } from './course.ts'

interface SourceOptions {
  outcome: string
  credentialFile?: string
  /** False: --no-credential. */
  credential?: boolean
}

export async function setCourseSource(
  deps: Deps,
  idOrSlug: string,
  url: string,
  { credentialFile, credential: keeps = true, ...settings }: SourceOptions,
): Promise<CommandResult> {
  const { id: courseId } = await findNamedCourse(deps, idOrSlug)
  const credential =
    credentialFile === undefined ? undefined : (await readCredential(credentialFile)).trim()
  const typed = { ...settings, courseId, url, credential: keeps ? credential : null }
  return show(await setSource(deps, readInput(RepositoryInput, typed, { url: 'URL' })))
}

export async function showCourseSource(deps: Deps, idOrSlug: string): Promise<CommandResult> {
  return show(await toCourseSource(deps, (await findNamedCourse(deps, idOrSlug)).id))
}

export async function syncCourseSource(deps: Deps, idOrSlug: string): Promise<CommandResult> {
  const { id: courseId } = await findNamedCourse(deps, idOrSlug)
  return show(await syncNow(deps, { courseId }))
}

export async function removeCourseSource(deps: Deps, idOrSlug: string): Promise<CommandResult> {
  const { id: courseId, slug } = await findNamedCourse(deps, idOrSlug)
  const removed = await removeSource(deps, { courseId })
  return said(removed, `${slug} comes from no git repository any more. Its content stays.`)
}

/** Never an argument: every user of the machine could read it in the list of processes. */
async function readCredential(file: string): Promise<string> {
  if (file === '-') return text(surroundings().stdin)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The credential file ${file} cannot be read (${error.code}).`)
  })
}

function show(source: CourseSource): CommandResult {
  return detailsOf(source, { problems: ['severity', 'place', 'message'] })
}
