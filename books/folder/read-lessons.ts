import { basename, posix } from 'node:path'
import type { LessonContent } from '../../content/draft.ts'
import {
  type LessonDetails,
  type LessonType,
  lessonTypes,
} from '../../content/lessons/lesson-type-names.ts'
import { ownOf, secondsOf } from '../../content/lessons/types.ts'
import { findReferences } from '../../content/markdown/references.ts'
import { tidyMarkdown } from '../../content/markdown/tidy.ts'
import { findCircle } from '../../content/rules/find-circle.ts'
import { shortened } from '../../content/rules/find-rule-problems.ts'
import { LessonKey } from '../../lib/fields/field-schemas.ts'
import { slugOf } from '../../lib/slug.ts'
import { type CourseFiles, maxTextBytes, readText } from '../reading/course-files.ts'
import { CourseFolderError, mistake, type Problem, quote } from '../reading/course-folder-error.ts'
import type { FileShelf } from '../reading/file-shelf.ts'
import {
  findUnsafeLinks,
  type GivenFields,
  readLessonMarkdown,
} from '../reading/lesson-markdown.ts'
import { takeDetails } from '../reading/page-details.ts'
import type { OrderedProblem, ProblemCollector } from '../reading/problem-collector.ts'
import type { PlacedLesson } from './course-manifest.ts'
import { shownIn } from './lesson-entry.ts'
import { filesIn, type OwnTextOf, readInText, typeIn } from './read-own-text.ts'
import { linkByKey, type ReferenceScope, resolveReferences } from './resolve-references.ts'

const MANIFEST = 'course.yaml'
const MAX_LESSONS = 1000
const TOO_MANY_LESSONS = `this course has more than ${MAX_LESSONS} lessons: split it into several`

interface Reading {
  files: CourseFiles
  shelf: FileShelf
  collector: ProblemCollector
}

/** A Markdown text with its links and pictures; those to lessons are yet to be resolved. */
interface ReadText {
  content: string
  /** The folder that its links to lessons start from. */
  folder: string
  /** Replacements for its targets: see resolveReferences. */
  targets: ReadonlyMap<string, string>
}

interface ReadLesson {
  lesson: Omit<LessonContent, 'content'>
  /** Null for a lesson without a file. */
  file: Pick<OwnTextOf, 'frontMatter' | 'contentLine'> | null
  text: ReadText
  ownText: ReadText | undefined
  place: PlacedLesson
}

/** Reads the lessons in their order, and collects their mistakes. */
export async function readLessons(
  { files, shelf, collector }: Reading,
  { placed, isSequence }: { placed: readonly PlacedLesson[]; isSequence: boolean },
): Promise<{ lessons: LessonContent[]; warnings: Problem[] }> {
  const manifestFile = files.labelOf(MANIFEST)
  const lessonFiles = new Set(
    placed.flatMap(({ entry: { file } }) => (file === undefined ? [] : posix.normalize(file))),
  )
  const warnings: Problem[] = []
  const scope: ReferenceScope = { files, shelf, lessonFiles, warnings }
  const keyLines = new Map<string, number>()
  const keysOfFiles = new Map<string, string>()
  const found: ReadLesson[] = []
  for (const [index, place] of placed.entries()) {
    if (index === MAX_LESSONS) {
      const problem = { file: manifestFile, line: place.fileLine, message: TOO_MANY_LESSONS }
      collector.add([{ order: place.order, problem }])
      break
    }
    const key = await collector.attempt(place.order, async () =>
      takeKey(place, manifestFile, keyLines),
    )
    const { file, required, preview, formerKeys } = place.entry
    const text = await collector.attempt(place.order, () => readLesson(files, scope, place))
    const details = await collector.attempt(place.order, () =>
      readDetails(place, { shelf, manifestFile }),
    )
    const ownText = await collector.attempt(place.order, () => readOwnText(files, scope, place))
    if (key === undefined || text === undefined) continue
    if (file !== undefined && !keysOfFiles.has(posix.normalize(file)))
      keysOfFiles.set(posix.normalize(file), key)
    const keys = { key, ...(formerKeys !== undefined && { formerKeys }) }
    const { title, minutes, type, inFile } = text
    const lesson = { ...keys, title, type, minutes, required, preview, ...(details && { details }) }
    found.push({ lesson, text, ownText, place, file: inFile })
  }
  const keys = new Set(keyLines.keys())
  checkRequirements(found, { placed, isSequence, manifestFile, keys }, collector)

  const finish = ({ content, ...text }: ReadText) => linkByKey(content, { ...text, keysOfFiles })
  const lessons: LessonContent[] = []
  for (const { lesson, text, ownText, place, file } of found) {
    const inText = file && readInText({ ...lesson, ...file, content: finish(text) })
    if (inText !== null && 'problems' in inText)
      collector.add(inText.problems.map((problem) => ({ order: place.order, problem })))
    else if (inText !== null) {
      const { content, details } = inText
      for (const path of filesIn(details))
        await shelf.take(path, { file: manifestFile, line: place.fileLine }).catch(() => undefined)
      lessons.push({ ...lesson, content, details: { ...lesson.details, ...details } })
    }
    if (inText !== null) continue
    if (ownText === undefined) {
      lessons.push({ ...lesson, content: finish(text) })
      continue
    }
    const details = withOwnText(lesson, finish(ownText))
    collector.add(findOwnFaults(details, place, manifestFile))
    lessons.push({ ...lesson, details, content: finish(text) })
  }
  return { lessons, warnings }
}

async function readLesson(
  files: CourseFiles,
  scope: ReferenceScope,
  { entry, fileLine }: PlacedLesson,
): Promise<
  ReadText & { title: string; minutes: number; type: LessonType; inFile: ReadLesson['file'] }
> {
  const [shown] = shownIn(entry)
  const seconds = secondsOf(shown?.given ?? {})
  if (entry.file === undefined) {
    const { title = '', minutes = Math.max(1, Math.round(seconds / 60)) } = entry
    const { type } = entry
    return { title, minutes, type, inFile: null, content: '', folder: '.', targets: new Map() }
  }
  const name = entry.file
  const file = files.labelOf(name)
  const mention = { file: files.labelOf(MANIFEST), line: fileLine }
  const markdown = await readText(files, name, { maxBytes: maxTextBytes, mention })
  const given: GivenFields = {
    ...(entry.title !== undefined && { title: entry.title }),
    ...(entry.minutes !== undefined && { minutes: entry.minutes }),
    seconds,
    mayBeEmpty: shown !== undefined,
  }
  const read = readLessonMarkdown(file, markdown, given)
  const { title, minutes, content, references, frontMatter, contentLine } = read
  const type = typeIn(frontMatter, entry.type)
  const targets = await resolveReferences(scope, { name, file }, references)
  const folder = posix.dirname(posix.normalize(name))
  return { title, minutes, type, inFile: { frontMatter, contentLine }, content, folder, targets }
}

async function readOwnText(
  files: CourseFiles,
  scope: ReferenceScope,
  { entry, ownTextLine }: PlacedLesson,
): Promise<ReadText | undefined> {
  const [shown] = shownIn(entry)
  const name = shown?.given[shown.text ?? '']
  if (typeof name !== 'string') return undefined
  const mention = { file: files.labelOf(MANIFEST), line: ownTextLine }
  const text = await readText(files, name, { maxBytes: maxTextBytes, mention })
  const content = tidyMarkdown(text)
  const file = files.labelOf(name)
  const unsafe = findUnsafeLinks(file, { body: text })
  if (unsafe.length > 0) throw new CourseFolderError(unsafe)
  const targets = await resolveReferences(scope, { name, file }, findReferences(text))
  return { content, folder: posix.dirname(posix.normalize(name)), targets }
}

async function readDetails(
  { entry, detailsLine }: PlacedLesson,
  { shelf, manifestFile }: { shelf: FileShelf; manifestFile: string },
): Promise<LessonDetails | undefined> {
  const { requires = [], available, due, page } = entry
  const written = shownIn(entry).map(({ type, text, given }) => [
    type,
    text === undefined ? given : { ...given, [text]: null },
  ])
  const details: LessonDetails = {
    ...Object.fromEntries(written),
    ...(requires.length > 0 && { prerequisites: requires }),
    ...(available !== undefined && { available }),
    ...(due !== undefined && { due }),
    ...(page !== undefined && { page }),
  }
  if (Object.keys(details).length === 0) return undefined
  return takeDetails(details, shelf, { file: manifestFile, line: detailsLine })
}

function withOwnText(
  { type, details }: Pick<LessonContent, 'type' | 'details'>,
  content: string,
): LessonDetails {
  const { text } = lessonTypes[type]
  const written = details?.[type]
  if (text === undefined || written === undefined) return { ...details }
  return { ...details, [type]: { ...written, [text]: content === '' ? null : content } }
}

/** Finds what the API would refuse, too. */
function findOwnFaults(
  details: LessonDetails,
  { entry: { type }, order, ownTextLine }: PlacedLesson,
  manifestFile: string,
): OrderedProblem[] {
  const { error } = ownOf(type)?.written.safeParse(details[type]) ?? {}
  return (error?.issues ?? []).map(({ path, message }) => ({
    order,
    problem: {
      file: manifestFile,
      line: ownTextLine,
      message: `the lesson's ${[type, ...path].join('.')} ${message}`,
    },
  }))
}

/** Checks that requirements are keys of other lessons of the course, without a circle. */
function checkRequirements(
  found: readonly ReadLesson[],
  { placed, isSequence, manifestFile, keys }: PlacedRequirements,
  collector: ProblemCollector,
): void {
  const refuse = ({ order, requiresLine: line }: PlacedLesson, message: string) =>
    collector.add([{ order, problem: { file: manifestFile, line, message } }])
  for (const place of placed)
    for (const key of place.entry.requires ?? [])
      if (!keys.has(key))
        refuse(place, `no lesson has the key ${quote(key)}: correct or remove this requirement`)
  const ruled = found.map(({ lesson: { key, required, preview }, place }) => ({
    key,
    required,
    preview,
    requires: place.entry.requires ?? [],
  }))
  const circle = findCircle(ruled, { isSequence })
  const first = found.find(({ lesson }) => lesson.key === circle?.[0])
  if (circle === undefined || first === undefined) return
  const words = isSequence ? ', or come one after the other,' : ''
  refuse(
    first.place,
    `these lessons require each other${words} in a circle: ${shortened(circle).join(' → ')}`,
  )
}

interface PlacedRequirements {
  placed: readonly PlacedLesson[]
  isSequence: boolean
  manifestFile: string
  keys: ReadonlySet<string>
}

/** Claims the key of a lesson, which no other lesson of the course may have. */
function takeKey(place: PlacedLesson, manifestFile: string, keyLines: Map<string, number>): string {
  const key = keyOf(place, manifestFile)
  const earlierLine = keyLines.get(key)
  if (earlierLine !== undefined)
    throw mistake(
      manifestFile,
      place.keyLine,
      `the lesson key ${quote(key)} is taken by the lesson on line ${earlierLine}: ` +
        'give one of them a key of its own',
    )
  keyLines.set(key, place.keyLine)
  return key
}

function keyOf({ entry, fileLine }: PlacedLesson, manifestFile: string): string {
  const { file = '' } = entry
  const { data: key } = LessonKey.safeParse(
    entry.key ?? slugOf(basename(file).replace(/\.(md|markdown)$/iu, '')),
  )
  if (key === undefined)
    throw mistake(
      manifestFile,
      fileLine,
      `no key can be made of ${quote(file)}: give this lesson a key`,
    )
  return key
}
