import { posix } from 'node:path'
import { assembleCourse } from '../../book/assemble-course.ts'
import { readLyceumYaml } from '../../book/course-terms.ts'
import { readmeTitle } from '../../book/readme-title.ts'
import { changeTexts } from '../../questions/foreign-question.ts'
import { listed, pagesBelow } from '../../reading/count-pages.ts'
import { type CourseFiles, maxTextBytes, readText } from '../../reading/course-files.ts'
import { mistake, quote } from '../../reading/course-folder-error.ts'
import { createNotes, type Notes } from '../../reading/notes.ts'
import type { CourseReading, FormatOptions, Page } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'
import { linkPages } from './course-links.ts'
import { addressOfVideo, type MarkdownPage, mdxToMarkdown } from './mdx-to-markdown.ts'
import { type Framework, readRedirects, readToctree, type TocPage } from './toctree.ts'

/** Folders that hold a folder for each language. */
const chapterFolders = ['chapters', 'units']

/**
 * Reads a course of Hugging Face: `chapters/en/_toctree.yml` and the pages of MDX that it names.
 * @throws CourseFolderError with every mistake
 */
export async function readHuggingFace(
  files: CourseFiles,
  options: FormatOptions,
): Promise<CourseReading> {
  const notes = createNotes()
  const course = withinFolder(files, options.folder)
  const given = await notes.attempt(() => readLyceumYaml(course))
  const framework: Framework = given?.framework ?? 'pt'
  const base = await findLanguage(course, options.language ?? given?.language ?? 'en')
  const toctree = posix.join(base, '_toctree.yml')
  const redirects = await notes.attempt(() => readRedirects(course, base))
  const chapters = await notes.attempt(() =>
    readToctree(course, toctree, { folder: base, framework }),
  )
  if (chapters === undefined) notes.throwIfAny()

  const locals = (chapters ?? []).flatMap(({ pages }) => pages.map(({ local }) => local))
  const sections: { title: string; pages: Page[] }[] = []
  for (const { title, pages: listed } of chapters ?? []) {
    const pages: Page[] = []
    for (const place of listed) {
      const mention = { file: course.labelOf(toctree), line: place.line }
      const page = await notes.attempt(() =>
        readMdxPage(course, place, { base, mention, framework, locals, notes }),
      )
      if (page !== undefined)
        pages.push({ ...page, file: posix.join(options.folder, base, `${place.local}.mdx`) })
    }
    sections.push({ title, pages })
  }
  const title = await readmeTitle(course)
  const folder = posix.join(options.folder, base)
  const others = (chapters ?? []).flatMap((chapter) => chapter.otherFrameworks)
  const book = {
    base: folder,
    terms: { language: posix.basename(base), ...(title !== undefined && { title }) },
    sections,
    redirects: redirects ?? [],
    candidates: pagesBelow(await listed(files), folder, /\.mdx$/iu),
    used: new Set(others.map((local) => posix.join(folder, `${local}.mdx`))),
    because: '_toctree.yml does not name it',
  }
  return assembleCourse(files, book, { options, notes })
}

/** Finds the language's folder that holds the table of contents. */
async function findLanguage(files: CourseFiles, language: string): Promise<string> {
  const [bare = language] = language.split('-')
  const wanted = [...new Set([language, language.replace('-', '_'), bare])]
  const folders = chapterFolders.flatMap((folder) => wanted.map((tag) => `${folder}/${tag}`))
  for (const folder of [...folders, ...chapterFolders, '.'])
    if (await files.has(posix.join(folder, '_toctree.yml'))) return folder
  throw mistake(
    files.labelOf(''),
    0,
    `there is no table of contents in the language ${quote(language)}: ` +
      `add chapters/${bare}/_toctree.yml, or name another language`,
  )
}

interface PageScope {
  base: string
  mention: { file: string; line: number }
  framework: Framework
  locals: readonly string[]
  notes: Notes
}

async function readMdxPage(
  files: CourseFiles,
  { local, title }: TocPage,
  { base, mention, framework, locals, notes }: PageScope,
): Promise<Omit<Page, 'file'>> {
  const name = posix.join(base, `${local}.mdx`)
  const file = files.labelOf(name)
  const mdx = await readText(files, name, { maxBytes: maxTextBytes, mention })
  const page = mdxToMarkdown(mdx, framework)
  for (const fault of page.faults) notes.add({ file, ...fault })
  for (const warning of page.warnings) notes.warnings.push({ file, ...warning })
  const { text, lines } = textOf(page)
  const linked = (markdown: string) => linkPages(markdown, { local, locals })
  return {
    path: local,
    mention,
    ...(title !== undefined && { title }),
    text: linked(text),
    lines,
    questions: page.questions.map((question) => ({ ...changeTexts(question, linked), file })),
    ...videoOf(page),
  }
}

/** Returns the text; a quiz's video becomes a link, as a lesson is a video or a quiz. */
function textOf({ text, lines, video, questions }: MarkdownPage) {
  if (video === undefined || questions.length === 0) return { text, lines }
  return { text: `[Video](${addressOfVideo(video)})\n\n${text}`, lines: [1, 1, ...lines] }
}

function videoOf({ video, questions }: MarkdownPage): Pick<Page, 'type' | 'details'> {
  if (video === undefined || questions.length > 0) return {}
  const sources = [{ url: addressOfVideo(video) }]
  const details = { sources, poster: null, captions: [], seconds: null, transcript: null }
  return { type: 'video', details: { video: details } }
}
