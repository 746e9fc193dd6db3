import { posix } from 'node:path'

/** A lesson's file, and whether it is a task beside the lesson. */
export interface LessonPlace {
  file: string
  isTask: boolean
}

export interface LessonGroup {
  /** The folder of the group, or the number that its files begin with; undefined for neither. */
  folder: string | undefined
  number: string | undefined
  lessons: LessonPlace[]
}

const skipped = /(?:^|\/)(?:translations|translated_images|images|solutions?|quiz-app)\//iu
const ofFolder =
  /^(?:lessons\/)?(\d{1,3}[a-z]?[-_. ][^/]{1,200})\/(?:(\d{1,3}[a-z]?[-_. ][^/]{1,200})\/)?(README|assignment)\.md$/iu
const ofFile = /^(\d{1,3})\.(\d{1,3})[-_. ][^/]{1,200}\.md$/u
const order = new Intl.Collator('en', { numeric: true })

/**
 * The lessons of a curriculum in the order of their numbers: folders such as `1-start/2-tools` with
 * a README.md, or files such as `1.2 Tools.md`.
 */
export function findLessons(names: readonly string[]): LessonGroup[] {
  const places = names
    .filter((name) => !skipped.test(name))
    .flatMap((name) => placeOf(name) ?? [])
    .toSorted(
      (one, other) =>
        order.compare(one.sorted, other.sorted) || Number(one.isTask) - Number(other.isTask),
    )
  const parents = new Set(places.flatMap(({ inner, group }) => (inner ? [group] : [])))
  const groups: LessonGroup[] = []
  let last: string | undefined
  for (const { file, group, inner, number, isTask } of places) {
    const isParent = parents.has(group)
    // The page of a folder of lessons says what the lessons say, and names them.
    if (isParent && !inner && number === undefined) continue
    const name = isParent ? group : ''
    if (groups.length === 0 || name !== last)
      groups.push({
        folder: isParent && number === undefined ? group : undefined,
        number,
        lessons: [],
      })
    last = name
    groups.at(-1)?.lessons.push({ file, isTask })
  }
  return groups
}

interface Placed {
  file: string
  group: string
  inner: boolean
  number: string | undefined
  isTask: boolean
  sorted: string
}

function placeOf(file: string): Placed | undefined {
  const [, number] = ofFile.exec(file) ?? []
  if (number !== undefined)
    return { file, group: number, inner: true, number, isTask: false, sorted: file }
  const [, outer, inner, name] = ofFolder.exec(file) ?? []
  if (outer === undefined || name === undefined) return undefined
  const folder = posix.dirname(file)
  return {
    file,
    group: inner === undefined ? folder : posix.dirname(folder),
    inner: inner !== undefined,
    number: undefined,
    isTask: name.toLowerCase() === 'assignment',
    sorted: folder,
  }
}
