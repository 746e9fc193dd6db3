import { basename, posix } from 'node:path'
import { localPath, replaceLinkTargets } from '../../../lib/markdown/references.ts'
import { slugOf } from '../../../lib/slug.ts'
import type { CourseBranding } from '../../branding/course-branding.ts'
import type { CourseContent, LessonContent } from '../../drafts/types.ts'
import { checkReferences } from './check-references.ts'
import type { CertificateEntry, PlacedPicture } from './course-certificate.ts'
import {
  type CourseFiles,
  maxManifestBytes,
  maxTextBytes,
  openFolder,
  readPicture,
  readText,
} from './course-files.ts'
import { mistake, type Problem, quote } from './course-folder-error.ts'
import { type PlacedLesson, type ReadManifest, readManifest } from './course-manifest.ts'
import { LessonKey } from './field-schemas.ts'
import { readLessonMarkdown } from './lesson-markdown.ts'
import {
  createProblemCollector,
  type ProblemCollector,
  withoutRepeats,
} from './problem-collector.ts'
import { readYaml } from './yaml-file.ts'

const MANIFEST = 'course.yaml'
const MAX_LESSONS = 1000
const TOO_MANY_LESSONS = `this course has more than ${MAX_LESSONS} lessons: split it into several`

/** A picture, a video or another file that lessons show, not stored yet. */
export interface CourseFile {
  /** From the course's root, with `/`. */
  path: string
  size: number
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface CourseReading {
  course: CourseContent
  /** The files that its texts name. */
  files: CourseFile[]
  /** Unresolved includes, dead links and dead pictures. */
  warnings: Problem[]
}

/**
 * Reads a course from a folder: `course.yaml` and the Markdown files it names. Writes nothing.
 * @throws CourseFolderError with every mistake, and nothing else. A course.yaml that is not valid
 * YAML hides the mistakes of the lessons.
 */
export async function readCourseFolder(typed: string): Promise<CourseReading> {
  return readCourse(await openFolder(typed))
}

/**
 * The same, wherever the files are.
 * @throws CourseFolderError
 */
export async function readCourse(files: CourseFiles): Promise<CourseReading> {
  const manifestFile = files.labelOf(MANIFEST)
  const mention = { file: manifestFile, line: 1 }
  const text = await readText(files, MANIFEST, { maxBytes: maxManifestBytes, mention })

  const read = readManifest(readYaml(manifestFile, text))
  const collector = createProblemCollector()
  collector.add(read.problems)
  const pictures = await readPictures(files, read.pictures, collector)
  const { lessons, warnings } = await readLessons(files, read.lessons, collector)
  collector.throwIfAny()
  return {
    course: courseOf(read, lessons, pictures),
    files: [],
    warnings: withoutRepeats(warnings),
  }
}

async function readPictures(
  files: CourseFiles,
  placed: readonly PlacedPicture[],
  collector: ProblemCollector,
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  for (const { file: name, line, order } of placed) {
    await collector.attempt(order, async () => {
      const mention = { file: files.labelOf(MANIFEST), line }
      pictures.set(name, await readPicture(files, name, mention))
    })
  }
  return pictures
}

async function readLessons(
  files: CourseFiles,
  placed: readonly PlacedLesson[],
  collector: ProblemCollector,
): Promise<{ lessons: LessonContent[]; warnings: Problem[] }> {
  const manifestFile = files.labelOf(MANIFEST)
  const lessonFiles = new Set(placed.map(({ entry }) => posix.normalize(entry.file)))
  const scope = { files, lessonFiles }
  const keyLines = new Map<string, number>()
  const keysOfFiles = new Map<string, string>()
  const folders = new Map<string, string>()
  const lessons: LessonContent[] = []
  const warnings: Problem[] = []
  for (const [index, place] of placed.entries()) {
    if (index === MAX_LESSONS) {
      const problem = { file: manifestFile, line: place.fileLine, message: TOO_MANY_LESSONS }
      collector.add([{ order: place.order, problem }])
      break
    }
    const key = await collector.attempt(place.order, async () =>
      takeKey(place, manifestFile, keyLines),
    )
    await collector.attempt(place.order, async () => {
      const { file: name, type, required, preview, formerKeys } = place.entry
      const file = files.labelOf(name)
      const mention = { file: manifestFile, line: place.fileLine }
      const text = await readText(files, name, { maxBytes: maxTextBytes, mention })
      const lesson = readLessonMarkdown(file, text, place.entry)
      const { title, minutes, content, references } = lesson
      warnings.push(...(await checkReferences(scope, { name, file }, references)))
      if (key === undefined) return
      const fileName = posix.normalize(name)
      if (!keysOfFiles.has(fileName)) keysOfFiles.set(fileName, key)
      folders.set(key, posix.dirname(fileName))
      const keys = { key, ...(formerKeys !== undefined && { formerKeys }) }
      lessons.push({ ...keys, title, type, minutes, required, preview, content })
    })
  }
  const linked = lessons.map((lesson) => {
    const folder = folders.get(lesson.key) ?? '.'
    return { ...lesson, content: linkByKey(lesson.content, { folder, keysOfFiles }) }
  })
  return { lessons: linked, warnings }
}

/** Turns links to the files of lessons into links by their keys: files may move, keys stay. */
function linkByKey(
  markdown: string,
  { folder, keysOfFiles }: { folder: string; keysOfFiles: ReadonlyMap<string, string> },
): string {
  return replaceLinkTargets(markdown, (target) => {
    const path = localPath(target)
    if (path === undefined || path.startsWith('/') || target.includes('?')) return undefined
    const key = keysOfFiles.get(posix.join(folder, path))
    if (key === undefined || posix.normalize(path) === `${key}.md`) return undefined
    return `${key}.md${/#.*$/su.exec(target)?.[0] ?? ''}`
  })
}

/** The key of a lesson, which no other lesson of the course may have. */
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
  const { data: key } = LessonKey.safeParse(
    entry.key ?? slugOf(basename(entry.file).replace(/\.(md|markdown)$/iu, '')),
  )
  if (key === undefined)
    throw mistake(
      manifestFile,
      fileLine,
      `no key can be made of ${quote(entry.file)}: give this lesson a key`,
    )
  return key
}

function courseOf(
  { manifest, lessons: placed }: ReadManifest,
  lessons: readonly LessonContent[],
  pictures: ReadonlyMap<string, string>,
): CourseContent {
  if (manifest === undefined) throw new Error('A course with problems was to be returned.')
  const { sections, certificate, ...course } = manifest
  const lessonsOf = (section: number) =>
    lessons.filter((_, index) => placed[index]?.section === section)
  return {
    ...course,
    ...(certificate !== undefined && { certificate: withPictures(certificate, pictures) }),
    sections: sections.map(({ title }, section) => ({ title, lessons: lessonsOf(section) })),
  }
}

function withPictures(
  { logo, signatures, ...entry }: CertificateEntry,
  pictures: ReadonlyMap<string, string>,
): CourseBranding {
  const urlOf = (file: string) => pictures.get(file) ?? ''
  return {
    ...entry,
    ...(logo !== undefined && { logo: logo === false ? null : urlOf(logo) }),
    ...(signatures !== undefined && {
      signatures: signatures.map(({ image, ...signature }) => ({
        ...signature,
        ...(image !== undefined && { image: urlOf(image) }),
      })),
    }),
  }
}
