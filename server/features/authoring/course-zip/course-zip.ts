import { stringify } from 'yaml'
import type { CourseBranding } from '../../branding/course-branding.ts'
import type { CourseContent, LessonContent } from '../../drafts/types.ts'
import type { FileToZip } from './zip-files.ts'

/** A course without the texts of its lessons. */
export interface CourseOutline extends Omit<CourseContent, 'sections'> {
  sections: readonly { title: string; lessons: readonly Omit<LessonContent, 'content'>[] }[]
}

/**
 * The files of a course in the order of their names, as readCourse() reads them. Texts are asked
 * for one at a time, so that no more than one is held.
 */
export async function* filesOfCourse(
  course: CourseOutline,
  textOf: (key: string) => Promise<string>,
): AsyncGenerator<FileToZip> {
  const { entry, pictures } = certificateOf(course.certificate)
  yield* pictures
  yield { name: 'course.yaml', content: Buffer.from(manifestOf(course, entry)) }
  const keys = course.sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))
  for (const key of keys.toSorted(byFile))
    yield { name: fileOf(key), content: Buffer.from(markdownOf(await textOf(key))) }
}

function fileOf(key: string): string {
  return `lessons/${key}.md`
}

/** By code units, whatever the language of the machine. */
function byFile(one: string, other: string): number {
  return fileOf(one) < fileOf(other) ? -1 : 1
}

function manifestOf(course: CourseOutline, certificate: object | undefined): string {
  const { slug, title, summary, language, license, source, price, sections } = course
  const { amount, currency } = price
  const manifest = {
    slug,
    title,
    summary,
    language,
    license,
    source,
    price: { amount, currency },
    certificate,
    sections: sections.map(({ title, lessons }) => ({ title, lessons: lessons.map(entryOf) })),
  }
  // JSON leaves out what is undefined, and with it the anchors of objects that occur twice.
  return stringify(JSON.parse(JSON.stringify(manifest)), { lineWidth: 0 })
}

function entryOf({
  key,
  formerKeys = [],
  title,
  type,
  minutes,
  required,
  preview,
}: Omit<LessonContent, 'content'>): object {
  return {
    file: fileOf(key),
    ...(formerKeys.length > 0 && { formerKeys }),
    title,
    ...(type !== 'text' && { type }),
    minutes,
    ...(!required && { required }),
    ...(preview && { preview }),
  }
}

/** A text that begins with a line of dashes would be taken for front matter. */
function markdownOf(text: string): string {
  return text.startsWith('---') ? `---\n---\n\n${text}\n` : `${text}\n`
}

/** The section of course.yaml, with its pictures as files. */
function certificateOf(branding: CourseBranding | undefined): {
  entry: object | undefined
  pictures: FileToZip[]
} {
  if (branding === undefined) return { entry: undefined, pictures: [] }
  const { issuer, logo, color, accent, signatures, lines } = branding
  const pictures: FileToZip[] = []
  const fileOfPicture = (stem: string, url: string) => {
    const [head = '', base64 = ''] = url.split(',')
    const name = `certificate/${stem}.${head.includes('svg') ? 'svg' : 'png'}`
    pictures.push({ name, content: Buffer.from(base64, 'base64') })
    return name
  }
  const entry = {
    issuer,
    ...(logo !== undefined && { logo: logo === null ? false : fileOfPicture('logo', logo) }),
    color,
    accent,
    signatures: signatures?.map(({ name, title, image }, index) => ({
      name,
      title,
      ...(image !== undefined && { image: fileOfPicture(`signature-${index + 1}`, image) }),
    })),
    lines,
  }
  return { entry, pictures }
}
