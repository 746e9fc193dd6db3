import { posix } from 'node:path'
import { assembleCourse } from '../../book/assemble-course.ts'
import { titleOf } from '../../book/readme-title.ts'
import { withAddedFiles } from '../../reading/added-files.ts'
import { listed, pagesBelow } from '../../reading/count-pages.ts'
import { type CourseFiles, maxTextBytes, readText } from '../../reading/course-files.ts'
import { mistake, quote } from '../../reading/course-folder-error.ts'
import { createNotes, type Notes } from '../../reading/notes.ts'
import { withoutExtension } from '../../reading/page-key.ts'
import { createPresence } from '../../reading/presence.ts'
import type { CourseReading, FormatOptions, Page } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'
import { readYaml } from '../../reading/yaml-file.ts'
import { createLabels } from './labels.ts'
import { mystToMarkdown, type PlacedLine } from './myst-to-markdown.ts'
import { readNotebook } from './notebook.ts'
import { isPage, readTableOfContents, type TocPage } from './table-of-contents.ts'

const maxNotebookBytes = 30_000_000
const maxPictureBytes = 100_000_000
const maxFrontMatter = 20_000

/** A page before its references are resolved. */
interface SourcePage {
  /** The file's path from the root of the files. */
  file: string
  title: string
  listedAs: TocPage
  front: string[]
  lines: PlacedLine[]
  language: string
}

interface Scope {
  files: CourseFiles
  folder: string
  notes: Notes
  pictures: Map<string, Buffer>
}

/**
 * Reads a book of Jupyter Book: `_toc.yml` or `myst.yml`, and its pages of MyST and notebooks. Runs
 * nothing of it: outputs are those that the notebooks hold.
 * @throws CourseFolderError with every mistake
 */
export async function readJupyterBook(
  files: CourseFiles,
  options: FormatOptions,
): Promise<CourseReading> {
  const notes = createNotes()
  const { folder } = options
  const {
    sections: named,
    terms,
    substitutions,
  } = await readTableOfContents(withinFolder(files, folder))
  const pictures = new Map<string, Buffer>()
  const scope = { files, folder, notes, pictures }
  const read = new Map<TocPage, SourcePage>()
  for (const page of named.flatMap(({ pages }) => pages)) {
    const source = await notes.attempt(() => readSource(scope, page))
    if (source !== undefined) read.set(page, source)
  }
  const labels = createLabels([...read.values()], folder)
  const included = new Set<string>()
  const [first] = read.values()
  const title = terms.title ?? first?.title ?? 'Book'
  const sections: { title: string; pages: Page[] }[] = []
  for (const { title: own, pages: places } of named) {
    const pages: Page[] = []
    for (const source of places.flatMap((place) => read.get(place) ?? [])) {
      const page = await notes.attempt(() =>
        toPage(source, { ...scope, labels, included, substitutions }),
      )
      if (page !== undefined) pages.push(page)
    }
    // A chapter with pages inside it is named by its own page.
    const [chapter] = places
    const isChapter = chapter !== undefined && own === chapter.file
    sections.push({ title: (isChapter ? read.get(chapter)?.title : own) ?? title, pages })
  }
  const candidates = pagesBelow(await listed(files), folder, /\.(?:md|ipynb|rst)$/iu)
  const book = {
    base: folder,
    terms: { ...terms, title },
    sections,
    candidates: candidates.filter(isPage),
    used: included,
    because: 'the table of contents does not name it, or it is reStructuredText',
  }
  return assembleCourse(withAddedFiles(files, pictures), book, { options, notes })
}

/** Reads a page; undefined, with a warning, for one in another markup language. */
async function readSource(scope: Scope, page: TocPage): Promise<SourcePage | undefined> {
  const { files, folder, notes } = scope
  const name = await findPage(files, folder, page)
  const file = files.labelOf(name)
  if (/\.rst$/iu.test(name)) {
    const message = 'this page is left out: it is reStructuredText, which is not read'
    notes.warnings.push({ file, line: 1, message })
    return undefined
  }
  const own = /\.ipynb$/iu.test(name)
    ? await readCells(scope, name, page)
    : { ...(await readMarkdown(files, name, page)), language: undefined }
  const texts = own.lines.map(({ text }) => text)
  const end =
    texts[0]?.trimEnd() === '---'
      ? texts.findIndex((it, at) => at > 0 && it.trimEnd() === '---')
      : -1
  const front = texts.slice(0, end + 1)
  const lines = own.lines.slice(end + 1)
  const title = page.title ?? titleOf(texts.slice(end + 1).join('\n')) ?? posix.basename(page.file)
  return { file: name, title, listedAs: page, front, lines, language: own.language ?? 'python' }
}

/** Finds a page, which a table of contents names with or without extension. */
async function findPage(
  files: CourseFiles,
  folder: string,
  { file, mention }: TocPage,
): Promise<string> {
  const name = posix.join(folder, file)
  const names = isPage(name) ? [name] : ['md', 'ipynb', 'rst'].map((it) => `${name}.${it}`)
  const presenceOf = createPresence(files)
  for (const candidate of names) if ((await presenceOf(candidate)) !== 'missing') return candidate
  if (isPage(name)) return name
  throw mistake(
    mention.file,
    mention.line,
    `there is no page ${quote(file)}: add ${quote(`${file}.md`)}, or correct the name`,
  )
}

async function readMarkdown(files: CourseFiles, name: string, { mention }: TocPage) {
  const text = await readText(files, name, { maxBytes: maxTextBytes, mention })
  return { lines: text.split('\n').map((line, index) => ({ text: line, line: index + 1 })) }
}

async function readCells({ files, notes, pictures }: Scope, name: string, { mention }: TocPage) {
  const file = files.labelOf(name)
  const bytes = await files.read(name, { maxBytes: maxNotebookBytes, mention })
  const folder = `${posix.basename(name, '.ipynb')}.files`
  const notebook = readNotebook(bytes.toString(), {
    file,
    pictureFolder: folder,
    warn: (line, message) => notes.warnings.push({ file, line, message }),
  })
  for (const [picture, content] of notebook.pictures) {
    const sum = pictures.values().reduce((size, it) => size + it.length, content.length)
    if (sum > maxPictureBytes)
      throw mistake(file, 1, 'the pictures in these notebooks are too large: clear some outputs')
    pictures.set(posix.join(posix.dirname(name), picture), content)
  }
  return notebook
}

async function toPage(
  { file: name, listedAs, front, lines, language }: SourcePage,
  {
    files,
    folder,
    notes,
    labels,
    included,
    substitutions,
  }: Scope & {
    labels: ReturnType<typeof createLabels>
    included: Set<string>
    substitutions: Record<string, unknown>
  },
): Promise<Page> {
  const file = files.labelOf(name)
  const warn = (line: number, message: string) => notes.warnings.push({ file, line, message })
  const presenceOf = createPresence(files)
  const written = await mystToMarkdown(lines, {
    language,
    substitutions: new Map(
      Object.entries({ ...substitutions, ...ownValues(front, file) }).flatMap(asText),
    ),
    findLabel: (label) => labels.find(name, label),
    include: async (path, line) => {
      const target = posix.join(posix.dirname(name), path)
      if ((await presenceOf(target)) === 'missing') {
        warn(line, `there is no file ${quote(target)} to include: its mark is left out`)
        return undefined
      }
      included.add(target)
      return readText(files, target, { maxBytes: maxTextBytes, mention: { file, line } })
    },
    warn,
  })
  const inside = folder === '' ? name : name.slice(folder.length + 1)
  return {
    file: name,
    path: withoutExtension(inside),
    mention: listedAs.mention,
    ...(listedAs.title !== undefined && { title: listedAs.title }),
    text: [...front, ...written.map(({ text }) => text)].join('\n'),
    lines: [...front.map((_, index) => index + 1), ...written.map(({ line }) => line)],
  }
}

/** Returns the values that a page's front matter gives to names. */
function ownValues(front: readonly string[], file: string): Record<string, unknown> {
  const yaml = front.slice(0, -1).join('\n')
  if (!yaml.includes('substitutions') || yaml.length > maxFrontMatter) return {}
  const { value } = readYaml(file, yaml)
  const fields = asRecord(value)
  return asRecord(fields.substitutions ?? asRecord(fields.myst).substitutions)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}

function asText([name, value]: [string, unknown]): [string, string][] {
  return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
}
