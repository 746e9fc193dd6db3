import type { OwnTemplate } from '../../content/branding/branding.ts'
import type { CourseBranding } from '../../content/branding/course-branding.ts'
import type { CourseContent, LessonContent } from '../../content/draft.ts'
import {
  type CourseFiles,
  maxManifestBytes,
  openFolder,
  readPicture,
  readText,
} from '../reading/course-files.ts'
import { createFileShelf } from '../reading/file-shelf.ts'
import { takeFile } from '../reading/page-details.ts'
import {
  createProblemCollector,
  type ProblemCollector,
  withoutRepeats,
} from '../reading/problem-collector.ts'
import type { CourseReading } from '../reading/types.ts'
import { readYaml } from '../reading/yaml-file.ts'
import type { CertificateEntry, PlacedPicture } from './course-certificate.ts'
import { type ReadManifest, readManifest } from './course-manifest.ts'
import { readProgramManifest } from './program-manifest.ts'
import { readLessons } from './read-lessons.ts'
import { readTemplate } from './read-template.ts'

const MANIFEST = 'course.yaml'
/** Replaces course.yaml in a program. */
const PROGRAM = 'program.yaml'

/**
 * Reads a course from a folder: `course.yaml` and the Markdown files it names; or a program from its
 * `program.yaml`. Writes nothing.
 * @throws CourseFolderError with every mistake, and nothing else. A course.yaml that is not valid
 * YAML hides the mistakes of the lessons.
 */
export async function readCourseFolder(typed: string): Promise<CourseReading> {
  return readCourse(await openFolder(typed))
}

/**
 * Reads a course from any source of files.
 * @throws CourseFolderError
 */
export async function readCourse(files: CourseFiles): Promise<CourseReading> {
  const isProgram = (await files.has(PROGRAM)) && !(await files.has(MANIFEST))
  const name = isProgram ? PROGRAM : MANIFEST
  const manifestFile = files.labelOf(name)
  const mention = { file: manifestFile, line: 1 }
  const text = await readText(files, name, { maxBytes: maxManifestBytes, mention })

  const yaml = readYaml(manifestFile, text)
  const program = isProgram ? readProgramManifest(yaml) : undefined
  const read = program ?? readManifest(yaml)
  const collector = createProblemCollector()
  collector.add(read.problems)
  const pictures = await readPictures(files, read.pictures, collector)
  const shelf = createFileShelf(files, '')
  const { lessons, warnings } =
    program === undefined
      ? await readLessons(
          { files, shelf, collector },
          { placed: read.lessons, isSequence: read.manifest?.order === 'sequence' },
        )
      : { lessons: program.courses, warnings: [] }
  const { cover } = read.manifest ?? {}
  if (cover !== undefined) {
    const named = { file: manifestFile, line: read.coverLine }
    await collector.attempt(0, () => takeFile(shelf, cover, named))
  }
  collector.throwIfAny()
  return {
    course: {
      ...courseOf(read, lessons, pictures),
      ...(isProgram && { kind: 'program' as const }),
    },
    files: shelf.files(),
    warnings: withoutRepeats(warnings),
    pages: { found: lessons.length, taken: lessons.length, left: [] },
  }
}

async function readPictures(
  files: CourseFiles,
  placed: readonly PlacedPicture[],
  collector: ProblemCollector,
): Promise<DesignFiles> {
  const pictures = new Map<string, string>()
  let template: OwnTemplate | undefined
  for (const { file: name, isTemplate, line, order } of placed) {
    await collector.attempt(order, async () => {
      const mention = { file: files.labelOf(MANIFEST), line }
      if (isTemplate) template = await readTemplate(files, name, mention)
      else pictures.set(name, await readPicture(files, name, mention))
    })
  }
  return { pictures, template }
}

interface DesignFiles {
  /** `data:` URLs by name. */
  pictures: ReadonlyMap<string, string>
  template: OwnTemplate | undefined
}

function courseOf(
  { manifest, lessons: placed }: ReadManifest,
  lessons: readonly LessonContent[],
  pictures: DesignFiles,
): CourseContent {
  if (manifest === undefined) throw new Error('A course with problems was to be returned.')
  const { sections, certificate, ...course } = manifest
  const lessonsOf = (section: number) =>
    lessons.filter((_, index) => (placed[index]?.section ?? 0) === section)
  return {
    ...course,
    ...(certificate !== undefined && { certificate: withPictures(certificate, pictures) }),
    sections: sections.map(({ title }, section) => ({ title, lessons: lessonsOf(section) })),
  }
}

function withPictures(
  { logo, seal, background, template, signatures, ...entry }: CertificateEntry,
  { pictures, template: read }: DesignFiles,
): CourseBranding {
  const urlOf = (file: string) => pictures.get(file) ?? ''
  return {
    ...entry,
    ...(logo !== undefined && { logo: logo === false ? null : urlOf(logo) }),
    ...(seal !== undefined && { seal: seal && urlOf(seal) }),
    ...(background !== undefined && { background: background && urlOf(background) }),
    ...(template !== undefined && { template: template === false ? false : read }),
    ...(signatures !== undefined && {
      signatures: signatures.map(({ image, ...signature }) => ({
        ...signature,
        ...(image !== undefined && { image: urlOf(image) }),
      })),
    }),
  }
}
