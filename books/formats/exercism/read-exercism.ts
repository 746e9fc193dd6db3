import { posix } from 'node:path'
import { assembleCourse } from '../../book/assemble-course.ts'
import { listed } from '../../reading/count-pages.ts'
import type { CourseFiles } from '../../reading/course-files.ts'
import { quote } from '../../reading/course-folder-error.ts'
import { createNotes, type Notes } from '../../reading/notes.ts'
import type { CourseReading, FormatOptions, Page } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'
import { orderExercises } from './order-exercises.ts'
import { type Concept, type Exercise, type ReadTrack, readTrack, type Track } from './track.ts'
import { linkTrack, type TrackPages } from './track-links.ts'
import { type PlacedText, readConceptText, readExerciseText } from './track-pages.ts'

/** A future lesson. */
interface Entry {
  kind: 'concept' | 'exercise'
  uuid: string
  name: string
  slug: string
  text: PlacedText
  required: boolean
  /** Slugs of concepts. */
  prerequisites: readonly string[]
}

interface TrackScope {
  files: CourseFiles
  read: ReadTrack
  notes: Notes
}

/**
 * Reads a track of Exercism: `config.json`, its concepts, and its exercises. Their UUIDs are the
 * keys of the lessons.
 * @throws CourseFolderError with every mistake
 */
export async function readExercism(
  files: CourseFiles,
  options: FormatOptions,
): Promise<CourseReading> {
  const notes = createNotes()
  const folder = withinFolder(files, options.folder)
  const read = await readTrack(folder)
  const scope: TrackScope = { files: folder, read, notes }
  const { track } = read
  const learning = await readLearning(scope)
  const practice = await readPractice(scope)

  const all = [...learning, ...practice]
  const pages = new Map(
    all.map(({ kind, slug, name, text }) => [`${kind}/${slug}`, { file: text.file, name }]),
  )
  const keys = new Map(
    all.flatMap(({ kind, slug, uuid }) => (kind === 'concept' ? [[slug, uuid]] : [])),
  )
  const pageOf = (entry: Entry) =>
    toPage(entry, { options, read, keys, links: { slug: track.slug, pages } })
  const book = {
    base: options.folder,
    terms: { title: track.language, ...(track.blurb !== undefined && { summary: track.blurb }) },
    sections: [
      { title: 'Concepts', pages: learning.map(pageOf) },
      { title: 'Practice', pages: practice.map(pageOf) },
    ],
    candidates: unlisted(await listed(folder), track).map((it) => posix.join(options.folder, it)),
    because: 'config.json does not name it',
  }
  return assembleCourse(files, book, { options, notes })
}

/** Lists the folders of concepts and exercises that the track does not know. */
function unlisted(names: readonly string[], { concepts, exercises }: Track): string[] {
  const known = new Set([
    ...concepts.map(({ slug }) => `concepts/${slug}`),
    ...exercises.concept.map(({ slug }) => `exercises/concept/${slug}`),
    ...exercises.practice.map(({ slug }) => `exercises/practice/${slug}`),
  ])
  const folders = names.flatMap(
    (name) => /^(?:concepts|exercises\/(?:concept|practice))\/[^/]+(?=\/)/u.exec(name)?.[0] ?? [],
  )
  return [...new Set(folders)].filter((folder) => !known.has(folder))
}

/** Reads each concept, followed by the exercise that teaches it. */
async function readLearning(scope: TrackScope): Promise<Entry[]> {
  const { read, notes } = scope
  const concepts = new Map(read.track.concepts.map((concept) => [concept.slug, concept]))
  const { ordered, circle } = orderExercises(withoutUnfinished(scope, read.track.exercises.concept))
  if (circle.length > 0) {
    const names = circle.slice(0, 5).map(({ slug }) => quote(slug))
    notes.warnings.push({
      file: read.file,
      line: read.lineOf(circle[0]?.uuid ?? ''),
      message: `${names.join(', ')} need each other in a circle: they keep the order of the file, and require nothing`,
    })
  }
  const entries: Entry[] = []
  const taught = new Set<string>()
  const teach = async (concept: Concept, prerequisites: readonly string[]) => {
    if (taught.has(concept.slug)) return
    taught.add(concept.slug)
    const text = await notes.attempt(() => readLessonOf(scope, concept))
    if (text !== undefined)
      entries.push({ kind: 'concept', ...concept, text, required: true, prerequisites })
  }
  for (const exercise of ordered) {
    const needed = circle.includes(exercise) ? [] : exercise.prerequisites
    for (const slug of exercise.concepts) {
      const concept = concepts.get(slug)
      if (concept !== undefined) await teach(concept, needed)
      else warnOfUnknown(scope, exercise, slug)
    }
    const text = await notes.attempt(() => readExerciseText(scope.files, read, 'concept', exercise))
    const prerequisites = [...needed, ...exercise.concepts]
    if (text !== undefined)
      entries.push({ kind: 'exercise', ...exercise, text, required: true, prerequisites })
  }
  for (const concept of read.track.concepts) await teach(concept, [])
  return entries
}

/** Reads the text of a concept; undefined, with a warning, if nothing is written yet. */
async function readLessonOf({ files, read, notes }: TrackScope, concept: Concept) {
  const text = await readConceptText(files, concept)
  if (text === undefined) {
    const message = `the concept ${quote(concept.slug)} is left out: it has no text yet`
    notes.warnings.push({ file: read.file, line: read.lineOf(concept.uuid), message })
  }
  return text
}

/** Reads the practice exercises, easiest first; the course can be completed without them. */
async function readPractice(scope: TrackScope): Promise<Entry[]> {
  const { read, notes } = scope
  const exercises = withoutUnfinished(scope, read.track.exercises.practice)
  const entries: Entry[] = []
  for (const exercise of exercises.toSorted((one, other) => one.difficulty - other.difficulty)) {
    const text = await notes.attempt(() =>
      readExerciseText(scope.files, read, 'practice', exercise),
    )
    const { prerequisites } = exercise
    if (text !== undefined)
      entries.push({ kind: 'exercise', ...exercise, text, required: false, prerequisites })
  }
  return entries
}

function withoutUnfinished(
  { read, notes }: TrackScope,
  exercises: readonly Exercise[],
): Exercise[] {
  return exercises.filter(({ slug, status, uuid }) => {
    if (status !== 'deprecated' && status !== 'wip') return true
    const message = `the exercise ${quote(slug)} is left out: its status is ${status}`
    notes.warnings.push({ file: read.file, line: read.lineOf(uuid), message })
    return false
  })
}

function warnOfUnknown({ read, notes }: TrackScope, { slug, uuid }: Exercise, concept: string) {
  const message = `the exercise ${quote(slug)} teaches ${quote(concept)}, which is no concept`
  notes.warnings.push({
    file: read.file,
    line: read.lineOf(uuid),
    message: `${message} of this track: add it to concepts`,
  })
}

interface PageScope {
  options: FormatOptions
  read: ReadTrack
  /** Keys of the concepts that are lessons, by slug. */
  keys: ReadonlyMap<string, string>
  links: TrackPages
}

function toPage(
  { kind, uuid, name, slug, text, required, prerequisites }: Entry,
  { options, read, keys, links }: PageScope,
): Page {
  const needed = [...new Set(prerequisites.flatMap((concept) => keys.get(concept) ?? []))]
  return {
    file: posix.join(options.folder, text.file),
    path: `${kind}s/${slug}`,
    key: uuid,
    mention: { file: read.file, line: read.lineOf(uuid) },
    ownTitle: name,
    text: linkTrack(text.lines.map((line) => line.text).join('\n'), text.file, links),
    lines: text.lines.map(({ line }) => line),
    lineFiles: text.lines.map(({ file }) => file),
    required,
    ...(needed.length > 0 && { details: { prerequisites: needed } }),
  }
}
