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

/** The first of the things that a schema refused, in the order of the file. `namesAt` knows the fields of the object at a path. */
export function firstProblem(yaml: YamlFile, issues: readonly core.$ZodIssue[], namesAt: NamesAt): YamlProblem {
  return issues.flatMap((issue) => problemsOf(yaml, issue, namesAt)).reduce((first, other) => (other.order < first.order ? other : first))
}

function problemsOf(yaml: YamlFile, issue: core.$ZodIssue, namesAt: NamesAt): YamlProblem[] {
  const problemAt = (path: Path, words: string): YamlProblem => {
    const { line, order } = yaml.placeOf(path)
    return { order, error: new CourseFolderError(yaml.file, line, words) }
  }
  if (issue.code !== 'unrecognized_keys') return [problemAt(issue.path, `${describe(issue.path)} ${issue.message}`)]

  return issue.keys.map((key) => {
    const nearest = nearestName(key, namesAt(issue.path))
    const hint = nearest === undefined ? '' : `, did you mean ${nearest}?`
    return problemAt([...issue.path, key], `${describe(issue.path)} has no field ${quote(key)}${hint}`)
  })
}

/** `price.amount`, `the lesson's file`, `this section`: the line says which of them. */
function describe(path: Path): string {
  const names = path.slice(path.findLastIndex((step) => typeof step === 'number') + 1)
  const isNested = names.length < path.length
  const owner = isNested ? (path.includes('lessons') && names[0] !== 'lessons' ? 'lesson' : 'section') : undefined

  if (names.length === 0) return owner === undefined ? 'this file' : `this ${owner}`
  return owner === undefined ? names.join('.') : `the ${owner}'s ${names.join('.')}`
}
