import { basename, join } from 'node:path'
import type { CourseBranding } from '../../branding/course-branding.ts'
import type { CertificateEntry, PlacedPicture } from './course-certificate.ts'
import { findFile, openFolder, readPicture, readText } from './course-files.ts'
import { CourseFolderError, quote } from './course-folder-error.ts'
import { type PlacedLesson, readManifest } from './course-manifest.ts'
import { LessonKey, slugOf } from './field-schemas.ts'
import { readLessonMarkdown } from './lesson-markdown.ts'
import { readYaml } from './yaml-file.ts'

export { CourseFolderError }

const MANIFEST = 'course.yaml'
const MAX_LESSONS = 1000
const TOO_MANY_LESSONS = `this course has more than ${MAX_LESSONS} lessons`

export interface CourseContent {
  slug: string
  title: string
  summary: string
  /** BCP 47. */
  language: string
  license?: string
  source?: string
  /** Integer minor units, ISO 4217. */
  price: { amount: number; currency: string }
  /** Where its certificates look otherwise than the settings say. */
  certificate?: CourseBranding
  sections: { title: string; lessons: LessonContent[] }[]
}

export interface LessonContent {
  /** Stable within the course. */
  key: string
  title: string
  type: 'text' | 'video'
  minutes: number
  required: boolean
  preview: boolean
  /** Markdown without front matter, and without the first heading when that became the title. */
  content: string
}

/**
 * Reads a course from a folder: `course.yaml` and the Markdown files it names. Writes nothing.
 * @throws CourseFolderError for the first mistake in the order of the file, and nothing else.
 */
export async function readCourseFolder(folder: string): Promise<CourseContent> {
  const root = await openFolder(folder)
  const manifestFile = join(folder, MANIFEST)
  const manifestPath = await findFile(root, MANIFEST, { file: manifestFile, line: 1 })
  const yaml = readYaml(manifestFile, await readText(manifestPath, manifestFile))
  const { manifest, problem, lessons: placed, pictures: placedPictures } = readManifest(yaml)

  const pictures = new Map<string, string>()
  async function takePicture({ file: name, line }: PlacedPicture): Promise<void> {
    const path = await findFile(root, name, { file: manifestFile, line })
    pictures.set(name, await readPicture(path, join(folder, name)))
  }

  const lessons: LessonContent[] = []
  const keyLines = new Map<string, number>()
  async function takeLesson(place: PlacedLesson): Promise<void> {
    if (lessons.length === MAX_LESSONS)
      throw new CourseFolderError(manifestFile, place.fileLine, TOO_MANY_LESSONS)

    const key = keyOf(place, manifestFile)
    const earlierLine = keyLines.get(key)
    if (earlierLine !== undefined)
      throw new CourseFolderError(
        manifestFile,
        place.keyLine,
        duplicateKey(key, earlierLine, place),
      )
    keyLines.set(key, place.keyLine)

    const path = await findFile(root, place.entry.file, {
      file: manifestFile,
      line: place.fileLine,
    })
    lessons.push(await readLesson(place, key, { path, file: join(folder, place.entry.file) }))
  }

  const parts = [
    ...placed.map((place) => ({ order: place.order, take: () => takeLesson(place) })),
    ...placedPictures.map((place) => ({ order: place.order, take: () => takePicture(place) })),
  ].sort((one, other) => one.order - other.order)
  for (const { order, take } of parts) {
    if (problem !== undefined && problem.order <= order) break
    await take()
  }
  if (problem !== undefined) throw problem.error

  const { sections, certificate, ...course } = manifest
  const ofSection = (section: number) =>
    lessons.filter((_, index) => placed[index]?.section === section)
  return {
    ...course,
    ...(certificate !== undefined && { certificate: withPictures(certificate, pictures) }),
    sections: sections.map(({ title }, section) => ({ title, lessons: ofSection(section) })),
  }
}

function withPictures(
  { logo, signatures, ...entry }: CertificateEntry,
  pictures: ReadonlyMap<string, string>,
): CourseBranding {
  const addressOf = (file: string) => pictures.get(file) ?? ''
  return {
    ...entry,
    ...(logo !== undefined && { logo: logo === false ? null : addressOf(logo) }),
    ...(signatures !== undefined && {
      signatures: signatures.map(({ image, ...signature }) => ({
        ...signature,
        ...(image !== undefined && { image: addressOf(image) }),
      })),
    }),
  }
}

async function readLesson(
  { entry }: PlacedLesson,
  key: string,
  { path, file }: { path: string; file: string },
): Promise<LessonContent> {
  const { type, required, preview } = entry
  const { title, minutes, content } = readLessonMarkdown(
    file,
    await readText(path, file),
    entry.title,
  )
  return { key, title, type, minutes: entry.minutes ?? minutes, required, preview, content }
}

function keyOf({ entry, fileLine }: PlacedLesson, manifestFile: string): string {
  const { data: key } = LessonKey.safeParse(
    entry.key ?? slugOf(basename(entry.file).replace(/\.(md|markdown)$/iu, '')),
  )
  if (key === undefined)
    throw new CourseFolderError(
      manifestFile,
      fileLine,
      `no key can be made of ${quote(entry.file)}: give this lesson a key`,
    )
  return key
}

function duplicateKey(key: string, earlierLine: number, { entry }: PlacedLesson): string {
  const hint = entry.key === undefined ? ', give one of them a key of its own' : ''
  return `the lesson key ${quote(key)} is taken by the lesson on line ${earlierLine}${hint}`
}
