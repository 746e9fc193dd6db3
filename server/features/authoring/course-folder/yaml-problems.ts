import type { core } from 'zod'
import { CourseFolderError, quote } from './course-folder-error.ts'
import { nearestName } from './nearest-name.ts'
import type { YamlFile } from './yaml-file.ts'

type Path = readonly PropertyKey[]

export interface YamlProblem {
  /** See YamlPlace. */
  order: number
  error: CourseFolderError
}

type NamesAt = (path: Path) => string[]

/**
 * The first of the things that a schema refused, in the order of the file. `namesAt` knows the
 * fields of the object at a path.
 */
export function firstProblem(
  yaml: YamlFile,
  issues: readonly core.$ZodIssue[],
  namesAt: NamesAt,
): YamlProblem {
  return issues
    .flatMap((issue) => problemsOf(yaml, issue, namesAt))
    .reduce((first, other) => (other.order < first.order ? other : first))
}

function problemsOf(yaml: YamlFile, issue: core.$ZodIssue, namesAt: NamesAt): YamlProblem[] {
  const problemAt = (path: Path, words: string): YamlProblem => {
    const { line, order } = yaml.placeOf(path)
    return { order, error: new CourseFolderError(yaml.file, line, words) }
  }
  if (issue.code !== 'unrecognized_keys')
    return [problemAt(issue.path, `${describe(issue.path)} ${issue.message}`)]

  return issue.keys.map((key) => {
    const nearest = nearestName(key, namesAt(issue.path))
    const hint = nearest === undefined ? '' : `, did you mean ${nearest}?`
    return problemAt(
      [...issue.path, key],
      `${describe(issue.path)} has no field ${quote(key)}${hint}`,
    )
  })
}

/** What the entries of a list are called. */
const entryNames: Record<string, string> = {
  sections: 'section',
  lessons: 'lesson',
  signatures: 'signature',
  lines: 'line',
}

/** `price.amount`, `the lesson's file`, `this section`: the line says which of them. */
function describe(path: Path): string {
  const entry = path.findLastIndex((step) => typeof step === 'number')
  const names = path.slice(entry + 1)
  const owner = entry === -1 ? undefined : entryNames[String(path[entry - 1])]

  if (names.length === 0) return `this ${owner ?? 'file'}`
  return owner === undefined ? names.join('.') : `the ${owner}'s ${names.join('.')}`
}
