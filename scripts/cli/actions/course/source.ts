import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { RepositoryInput } from '../../../../server/features/authoring/sources/schema.ts'
import { setSource } from '../../../../server/features/authoring/sources/set-source.ts'
import { UsageError } from '../../command-errors.ts'
import type { CommandResult } from '../../output.ts'
import { detailsOf, readInput } from '../../results.ts'
import { surroundings } from '../../surroundings.ts'

interface SourceOptions {
  credentialFile?: string
  /** False: --no-credential. */
  credential?: boolean
}

export async function setCourseSource(
  deps: Deps,
  { id: courseId }: AuthoredCourseRow,
  url: string,
  { credentialFile, credential: keeps = true, ...settings }: SourceOptions,
): Promise<CommandResult> {
  const credential =
    credentialFile === undefined ? undefined : (await readCredential(credentialFile)).trim()
  const typed = { ...settings, courseId, url, credential: keeps ? credential : null }
  const source = await setSource(deps, readInput(RepositoryInput, typed, { url: 'URL' }))
  return detailsOf(source, { problems: ['severity', 'place', 'message'] })
}

/** Never an argument: every user of the machine could read it in the list of processes. */
async function readCredential(file: string): Promise<string> {
  if (file === '-') return text(surroundings().stdin)
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The credential file ${file} cannot be read (${error.code}).`)
  })
}
