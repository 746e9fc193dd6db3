import { stringify } from 'yaml'
import { programEntryOf } from '../../../../../books/folder/program-manifest.ts'
import { filesIn } from '../../../../../books/folder/read-own-text.ts'
import { designOf, type OwnTemplate } from '../../../../../content/branding/branding.ts'
import type { CourseBranding } from '../../../../../content/branding/course-branding.ts'
import { statedIn } from '../../../../../content/course-fields.ts'
import { folderRuleNames, givenRules } from '../../../../../content/course-rules.ts'
import type { CourseContent, LessonContent } from '../../../../../content/draft.ts'
import { filesNamedIn, pathOfTarget } from '../../../../../content/files/file-links.ts'
import { foldPath } from '../../../../../content/files/file-path.ts'
import { ownOf, ownTypes, textsOf, writtenIn } from '../../../../../content/lessons/types.ts'
import { localPath, replaceTargets } from '../../../../../content/markdown/references.ts'
import type { FileToZip } from '../../../../../lib/files/zip-files.ts'

/** A course without the texts of its lessons. */
export interface CourseOutline extends Omit<CourseContent, 'sections'> {
  sections: readonly { title: string; lessons: readonly Omit<LessonContent, 'content'>[] }[]
}

export interface CourseSource {
  /** Reads texts one at a time, so that no more than one is held. */
  textOf: (key: string) => Promise<string>
  /** Opens a stored file of the course. */
  open: (
    sha256: string,
  ) => Promise<{ size: number; bytes: () => Promise<AsyncIterable<Uint8Array>> }>
}

/** Places in the zip for everything but files of the course. */
interface Layout {
  lessons: string
  /** Folders of texts that types have of their own, by names like `transcript`. */
  ownTexts: ReadonlyMap<string, string>
  certificate: string
}

/**
 * Yields the files of a course as readCourse() reads them: pictures of certificates, course.yaml,
 * texts, and those of its files that they name, always in the same order.
 */
export async function* filesOfCourse(
  course: CourseOutline,
  { textOf, open }: CourseSource,
): AsyncGenerator<FileToZip> {
  const { files = {}, cover } = course
  const layout = layoutOf(Object.keys(files))
  const { entry, pictures } = certificateOf(course.certificate, layout)
  yield* pictures
  const isProgram = course.kind === 'program'
  const manifest = Buffer.from(manifestOf(course, { entry, layout }))
  yield { name: isProgram ? 'program.yaml' : 'course.yaml', content: manifest }

  const named = new Set<string>(cover === undefined ? [] : [cover])
  // Skips a program's lessons, which are its entries.
  const lessons = isProgram ? [] : course.sections.flatMap((section) => section.lessons)
  const byKey = lessons.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  for (const lesson of byKey) {
    const { key, details = null } = lesson
    const { head, text } = wholeOf(lesson, await textOf(key))
    for (const path of filesNamedIn(text, details)) named.add(path)
    for (const path of filesIn(details ?? {})) named.add(path)
    const shown = textIn(text, { files })
    const content = head === '' ? markdownOf(shown) : `${head}${shown}\n`
    yield { name: fileOf(key, layout), content: Buffer.from(content) }
  }
  const lessonFiles = new Set(byKey.map(({ key }) => `${key}.md`))
  const folder = `../${layout.lessons}/`
  for (const { key, details = null } of byKey)
    for (const { name, text } of textsOf(details)) {
      const content = textIn(text, { files, lessons: { files: lessonFiles, folder } })
      yield { name: ownFileOf(key, name, layout), content: Buffer.from(`${content}\n`) }
    }
  for (const [path, sha256] of Object.entries(files).toSorted(byName)) {
    if (!named.has(path)) continue
    const { size, bytes } = await open(sha256)
    yield { name: path, size, open: bytes }
  }
}

/** Returns the text of a lesson's file, with front matter if its type has more than a text. */
function wholeOf(
  { key, type, details }: Omit<LessonContent, 'content'>,
  content: string,
): { head: string; text: string } {
  const { inText } = ownOf(type) ?? {}
  const value = details?.[type]
  if (inText === undefined || value === undefined) return { head: '', text: content }
  const { fields, text } = inText.write(content, value, key)
  const head = `---\n${stringify({ type, ...fields }, { lineWidth: 0 })}---\n\n`
  return { head, text }
}

/** Sorts by code units, whatever the language of the machine. */
function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1
}

/** Chooses folders that hold no file of the course. */
function layoutOf(paths: readonly string[]): Layout {
  const taken = new Set(paths.map((path) => foldPath(path).split('/')[0]))
  const free = (name: string): string => (taken.has(name) ? free(`${name}-`) : name)
  return {
    lessons: free('lessons'),
    ownTexts: new Map(ownTypes.map(({ text = '' }) => [text, free(`${text}s`)])),
    certificate: free('certificate'),
  }
}

function fileOf(key: string, { lessons }: Layout): string {
  return `${lessons}/${key}.md`
}

function ownFileOf(key: string, name: string, { ownTexts }: Layout): string {
  return `${ownTexts.get(name)}/${key}.md`
}

interface Targets {
  files: Readonly<Record<string, string>>
  /** Names of the lessons' files, and the way to their folder if the text lies elsewhere. */
  lessons?: { files: ReadonlySet<string>; folder: string }
}

/** Rewrites a text so that it names files and lessons from the folder that it lies in. */
function textIn(text: string, { files, lessons }: Targets): string {
  return replaceTargets(text, ({ kind, target }) => {
    const path = pathOfTarget(target)
    if (path !== undefined) return Object.hasOwn(files, path) ? `../${target}` : undefined
    if (lessons === undefined || kind !== 'link' || target.includes('?')) return undefined
    const file = localPath(target)?.replace(/^\.\//u, '') ?? ''
    return lessons.files.has(file) ? lessons.folder + target : undefined
  })
}

function manifestOf(
  course: CourseOutline,
  { entry: certificate, layout }: { entry: object | undefined; layout: Layout },
): string {
  const { slug, price, sections } = course
  const { title, summary, language, license, source, ...others } = statedIn(course)
  const { amount, currency } = price
  const manifest = {
    slug,
    title,
    summary,
    language,
    license,
    source,
    price: { amount, currency },
    ...others,
    ...givenRules(folderRuleNames, course),
    certificate,
    ...(course.kind === 'program'
      ? { courses: sections.flatMap(({ lessons }) => lessons.map(programEntryOf)) }
      : {
          sections: sections.map(({ title, lessons }) => ({
            title,
            lessons: lessons.map((lesson) => entryOf(lesson, layout)),
          })),
        }),
  }
  // Passes through JSON, which drops undefined values, and with them anchors of repeated objects.
  return stringify(JSON.parse(JSON.stringify(manifest)), { lineWidth: 0 })
}

function entryOf(
  {
    key,
    formerKeys = [],
    title,
    type,
    minutes,
    required,
    preview,
    details,
  }: Omit<LessonContent, 'content'>,
  layout: Layout,
): object {
  const { prerequisites: requires = [], available, due, page } = details ?? {}
  const ownTexts = textsOf(details ?? null).map(({ name }) => [name, ownFileOf(key, name, layout)])
  const own = writtenIn(details ?? null).flatMap(({ field, toFolder, value }) =>
    field === undefined
      ? []
      : [[field, { ...(toFolder?.(value) ?? value), ...Object.fromEntries(ownTexts) }]],
  )
  return {
    file: fileOf(key, layout),
    ...(formerKeys.length > 0 && { formerKeys }),
    title,
    ...(type !== 'text' && { type }),
    minutes,
    ...(!required && { required }),
    ...(preview && { preview }),
    ...Object.fromEntries(own),
    ...(requires.length > 0 && { requires }),
    ...(available !== undefined && { available }),
    ...(due !== undefined && { due }),
    ...(page !== undefined && { page }),
  }
}

/** Guards a text that begins with a line of dashes, which would be taken for front matter. */
function markdownOf(text: string): string {
  return text.startsWith('---') ? `---\n---\n\n${text}\n` : `${text}\n`
}

/** Returns the section of course.yaml, with its pictures as files. */
function certificateOf(
  branding: CourseBranding | undefined,
  { certificate }: Layout,
): {
  entry: object | undefined
  pictures: FileToZip[]
} {
  if (branding === undefined) return { entry: undefined, pictures: [] }
  const { issuer, logo, color, accent, signatures, lines } = branding
  const pictures: FileToZip[] = []
  const fileOfPicture = (stem: string, url: string) => {
    const [head = '', base64 = ''] = url.split(',')
    const name = `${certificate}/${stem}.${head.includes('svg') ? 'svg' : 'png'}`
    pictures.push({ name, content: Buffer.from(base64, 'base64') })
    return name
  }
  const { seal, background, template, ...design } = designOf(branding)
  const fileOfTemplate = ({ html, css }: OwnTemplate) => {
    const name = `${certificate}/template`
    pictures.push({ name: `${name}.html`, content: Buffer.from(html) })
    pictures.push({ name: `${name}.css`, content: Buffer.from(css) })
    return `${name}.html`
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
    ...design,
    ...(seal !== undefined && { seal: seal && fileOfPicture('seal', seal) }),
    ...(background !== undefined && {
      background: background && fileOfPicture('background', background),
    }),
    ...(template !== undefined && { template: template && fileOfTemplate(template) }),
  }
  return { entry, pictures }
}
