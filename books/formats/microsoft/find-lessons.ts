import { posix } from 'node:path'
import { isAboutRepository } from '../../reading/count-pages.ts'

/** A lesson's file, and whether it accompanies a lesson: a task, or a page for some learners. */
export interface LessonPlace {
  file: string
  isBeside: boolean
}

export interface LessonGroup {
  /** The group's folder, or the number that its files begin with; undefined for neither. */
  folder: string | undefined
  number: string | undefined
  lessons: LessonPlace[]
}

export interface FoundLessons {
  groups: LessonGroup[]
  /** Files that look like lessons, those of the groups included. */
  candidates: string[]
  /** Folders' pages that repeat and name the lessons inside. */
  overviews: ReadonlySet<string>
}

/** Folders not meant for learners, and what learners are not to read before trying. */
const skipped =
  /(?:^|\/)(?:translations|translated_images|images|node_modules|quiz-app|solutions?|starter|code|your-work|[^/]{0,50}-(?:starter|solution))\//iu
const numbered = /^\d{1,3}[a-z]?[-_. ][^/]{1,200}$/iu
const ofFile = /^(\d{1,3})\.(\d{1,3})[-_. ][^/]{1,200}\.md$/u
/** Folders that only hold lessons. */
const shelf = /^(?:lessons|modules|units|chapters)$/iu

/**
 * Finds the lessons of a curriculum in the order of their numbers: folders such as
 * `1-start/2-tools` or `1-start/lessons/2-tools` with a README.md, or files such as `1.2 Tools.md`.
 */
export function findLessons(names: readonly string[]): FoundLessons {
  const pages = names.filter((name) => /\.md$/iu.test(name) && !skipped.test(name))
  const places = pages.flatMap((name) => placeOf(name) ?? [])
  const parents = new Set(places.flatMap(({ isInner, group }) => (isInner ? [group] : [])))
  // The page of a folder of lessons repeats and names them.
  const isOverview = ({ isInner, number, group, isReadme }: Placed) =>
    parents.has(group) && !isInner && number === undefined && isReadme
  const order = new Intl.Collator('en', { numeric: true })
  const lessons = places
    .filter((place) => !isOverview(place))
    .toSorted(
      (one, other) =>
        order.compare(one.folder, other.folder) ||
        one.rank - other.rank ||
        order.compare(one.file, other.file),
    )
  const groups: LessonGroup[] = []
  let last: string | undefined
  for (const { file, group, number, rank } of lessons) {
    const isParent = parents.has(group)
    const name = isParent ? group : ''
    if (groups.length === 0 || name !== last)
      groups.push({
        folder: isParent && number === undefined ? group : undefined,
        number,
        lessons: [],
      })
    last = name
    groups.at(-1)?.lessons.push({ file, isBeside: rank > 0 })
  }
  return {
    groups,
    candidates: pages.filter(looksLikeLesson),
    overviews: new Set(places.filter(isOverview).map(({ file }) => file)),
  }
}

/** Whether its path has a number, and its name is not that of a page about a repository. */
function looksLikeLesson(name: string): boolean {
  const parts = name.split('/')
  const isReadme = /^readme\.md$/iu.test(parts.at(-1) ?? '')
  return parts.some((part) => /^\d/u.test(part)) && (isReadme || !isAboutRepository(name))
}

interface Placed {
  file: string
  /** The folder of the lesson that it is, or accompanies. */
  folder: string
  group: string
  isInner: boolean
  isReadme: boolean
  number: string | undefined
  /** Sorts the lesson first, then its task, then other pages beside it. */
  rank: number
}

function placeOf(file: string): Placed | undefined {
  const [, number] = ofFile.exec(file) ?? []
  if (number !== undefined)
    return { file, folder: file, group: number, isInner: true, isReadme: false, number, rank: 0 }
  const parts = posix.dirname(file).split('/')
  const isOfLesson = (part: string, index: number) =>
    numbered.test(part) || (shelf.test(part) && numbered.test(parts[index + 1] ?? ''))
  const end = parts.findIndex((part, index) => !isOfLesson(part, index))
  const way = end < 0 ? parts : parts.slice(0, end)
  const numbers = way.filter((part) => numbered.test(part))
  const [first] = numbers
  if (first === undefined) return undefined
  const isBeside = way.length < parts.length
  const base = posix.basename(file).toLowerCase()
  const isReadme = base === 'readme.md' && !isBeside
  if (!isReadme && base !== 'readme.md' && isAboutRepository(file)) return undefined
  const folder = way.join('/')
  const isInner = numbers.length > 1
  return {
    file,
    folder,
    group: isInner ? way.slice(0, way.indexOf(first) + 1).join('/') : folder,
    isInner,
    isReadme,
    number: undefined,
    rank: isReadme ? 0 : base === 'assignment.md' && !isBeside ? 1 : 2,
  }
}
