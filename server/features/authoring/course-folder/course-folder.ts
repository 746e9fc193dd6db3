import { basename, join, posix } from 'node:path'
import type { CourseBranding } from '../../branding/course-branding.ts'
import type { CourseContent, LessonContent } from '../types.ts'
import { checkReferences } from './check-references.ts'
import type { CertificateEntry, PlacedPicture } from './course-certificate.ts'
import { findFile, openFolder, readPicture, readText } from './course-files.ts'
import { mistake, type Problem, quote } from './course-folder-error.ts'
import { type PlacedLesson, type ReadManifest, readManifest } from './course-manifest.ts'
import { LessonKey, slugOf } from './field-schemas.ts'
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

export interface CourseReading {
  course: CourseContent
  /** Unresolved includes, dead links and dead pictures. */
  warnings: Problem[]
}

/** The folder that is being read. */
interface Folder {
  /** As it was typed. */
  typed: string
  /** Absolute path. */
  root: string
  manifestFile: string
}

/**
 * Reads a course from a folder: `course.yaml` and the Markdown files it names. Writes nothing.
 * @throws CourseFolderError with every mistake, and nothing else. A course.yaml that is not valid
 * YAML hides the mistakes of the lessons.
 */
export async function readCourseFolder(typed: string): Promise<CourseReading> {
  const root = await openFolder(typed)
  const manifestFile = join(typed, MANIFEST)
  const folder = { typed, root, manifestFile }
  const manifestPath = await findFile(root, MANIFEST, { file: manifestFile, line: 1 })
  const yaml = readYaml(manifestFile, await readText(manifestPath, manifestFile))

  const read = readManifest(yaml)
  const collector = createProblemCollector()
  collector.add(read.problems)
  const pictures = await readPictures(folder, read.pictures, collector)
  const { lessons, warnings } = await readLessons(folder, read.lessons, collector)
  collector.throwIfAny()
  return { course: courseOf(read, lessons, pictures), warnings: withoutRepeats(warnings) }
}

async function readPictures(
  { typed, root, manifestFile }: Folder,
  placed: readonly PlacedPicture[],
  collector: ProblemCollector,
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  for (const { file: name, line, order } of placed) {
    await collector.attempt(order, async () => {
      const path = await findFile(root, name, { file: manifestFile, line })
      pictures.set(name, await readPicture(path, join(typed, name)))
    })
  }
  return pictures
}

async function readLessons(
  folder: Folder,
  placed: readonly PlacedLesson[],
  collector: ProblemCollector,
): Promise<{ lessons: LessonContent[]; warnings: Problem[] }> {
  const lessonFiles = new Set(placed.map(({ entry }) => posix.normalize(entry.file)))
  const scope = { root: folder.root, lessonFiles }
  const keyLines = new Map<string, number>()
  const lessons: LessonContent[] = []
  const warnings: Problem[] = []
  for (const [index, place] of placed.entries()) {
    if (index === MAX_LESSONS) {
      const problem = { file: folder.manifestFile, line: place.fileLine, message: TOO_MANY_LESSONS }
      collector.add([{ order: place.order, problem }])
      break
    }
    const key = await collector.attempt(place.order, async () =>
      takeKey(place, folder.manifestFile, keyLines),
    )
    await collector.attempt(place.order, async () => {
      const { file: name, type, required, preview } = place.entry
      const file = join(folder.typed, name)
      const mention = { file: folder.manifestFile, line: place.fileLine }
      const path = await findFile(folder.root, name, mention)
      const lesson = readLessonMarkdown(file, await readText(path, file), place.entry)
      const { title, minutes, content, references } = lesson
      warnings.push(...(await checkReferences(scope, { name, file }, references)))
      if (key !== undefined) lessons.push({ key, title, type, minutes, required, preview, content })
    })
  }
  return { lessons, warnings }
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
