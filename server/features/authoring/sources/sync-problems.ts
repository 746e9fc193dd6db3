import { CourseFolderError, type Problem } from '../../../../books/reading/course-folder-error.ts'
import type { SourceProblem } from '../../../../db/queries/authoring/sources.ts'
import { GitFault } from '../../../adapters/git/types.ts'
import { AppError } from '../../../errors/errors.ts'
import { toAppError } from '../../../errors/problem.ts'

const maxProblems = 100
const maxCharacters = 500

/** Holds after a job's last try, too: see resumeSyncs. */
export const triesAgain = 'the server tries again by itself, at least every two hours'

/** Returns what an author can fix; undefined if it is for the operator. */
export function problemsOf(error: unknown): SourceProblem[] | undefined {
  if (error instanceof CourseFolderError) return listProblems('error', error.problems)
  if (error instanceof GitFault) {
    const { message, isTransient } = error
    return [inRepository(isTransient ? `${message}; ${triesAgain}` : message)]
  }
  if (!(error instanceof AppError)) return undefined
  const { status, message, issues = [] } = toAppError(error)
  if (status >= 500) return undefined
  return [
    inRepository(message),
    ...issues.map(({ path, message }) => inRepository(`${path}: ${message}`)),
  ].slice(0, maxProblems)
}

/** Lists the first hundred, the last of which states the total. */
export function listProblems(
  severity: SourceProblem['severity'],
  problems: readonly Problem[],
): SourceProblem[] {
  const listed = problems.slice(0, maxProblems).map(({ file, line, message }) => ({
    severity,
    place: (line === 0 ? file : `${file}:${line}`).slice(0, maxCharacters),
    message: message.slice(0, maxCharacters),
  }))
  if (problems.length <= maxProblems) return listed
  const rest = problems.length - maxProblems + 1
  return [...listed.slice(0, -1), { severity, place: '', message: `and ${rest} more` }]
}

function inRepository(message: string): SourceProblem {
  return { severity: 'error', place: '', message: message.slice(0, maxCharacters) }
}
