import type { core } from 'zod'
import { fieldEntries } from '../../content/course-fields.ts'
import { nearestName } from '../../lib/fields/nearest-name.ts'
import { missing } from '../../lib/schema.ts'
import { quote } from './course-folder-error.ts'
import type { OrderedProblem } from './problem-collector.ts'
import type { YamlFile } from './yaml-file.ts'

type Path = readonly PropertyKey[]
type NamesAt = (path: Path) => string[]

/**
 * Turns the issues of a schema into problems. `namesAt` knows the fields of the object at a path,
 * for suggestions.
 */
export function problemsOf(
  yaml: YamlFile,
  issues: readonly core.$ZodIssue[],
  namesAt: NamesAt,
): OrderedProblem[] {
  const problemAt = (path: Path, message: string): OrderedProblem => {
    const { line, order } = yaml.placeOf(path)
    return { order, problem: { file: yaml.file, line, message } }
  }
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: issue.path,
          key,
          nearest: nearestName(key, namesAt(issue.path)),
        }))
      : [],
  )
  // Treats a mistyped field as one mistake: its right name is not missing as well.
  const mistyped = new Set(unknown.map(({ path, nearest = '' }) => pathKey([...path, nearest])))
  const others = issues.filter(
    ({ code, path, message }) =>
      code !== 'unrecognized_keys' && !(message === missing && mistyped.has(pathKey(path))),
  )
  return [
    ...unknown.map(({ path, key, nearest }) => {
      const advice = nearest === undefined ? 'remove it' : `did you mean ${nearest}?`
      return problemAt([...path, key], `${describe(path)} has no field ${quote(key)}: ${advice}`)
    }),
    ...others.map(({ path, message }) => problemAt(path, `${describe(path)} ${message}`)),
  ]
}

function pathKey(path: Path): string {
  return path.map(String).join('\0')
}

/** Names for the entries of lists. */
const entryNames: Record<string, string> = {
  sections: 'section',
  lessons: 'lesson',
  signatures: 'signature',
  lines: 'line',
  formerKeys: 'former key',
  requires: 'requirement',
  sources: 'source',
  captions: 'caption',
  ...Object.fromEntries(
    fieldEntries.flatMap(([name, { list }]) => (list ? [[name, list.one]] : [])),
  ),
}

/** Describes a path: `price.amount`, `the lesson's file`, `this section`; the line tells which. */
function describe(path: Path): string {
  const entry = path.findLastIndex((step) => typeof step === 'number')
  const names = path.slice(entry + 1)
  const owner = entry === -1 ? undefined : entryNames[String(path[entry - 1])]

  if (names.length === 0) return `this ${owner ?? 'file'}`
  return owner === undefined ? names.join('.') : `the ${owner}'s ${names.join('.')}`
}
