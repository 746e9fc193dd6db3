import { z } from 'zod'
import { must } from '../../../lib/fields/field-schemas.ts'
import { listed } from '../../reading/count-pages.ts'
import {
  type CourseFiles,
  type Mention,
  maxManifestBytes,
  readText,
} from '../../reading/course-files.ts'
import { CourseFolderError, mistake, quote } from '../../reading/course-folder-error.ts'
import type { StatedTerms } from '../../reading/types.ts'
import { readYaml } from '../../reading/yaml-file.ts'
import { problemsOf } from '../../reading/yaml-problems.ts'

/** A page as the table of contents names it, often without extension. */
export interface TocPage {
  file: string
  title: string | undefined
  /** The place that names it. */
  mention: { file: string; line: number }
}

export interface TocSection {
  /** Undefined for pages that belong to no part. */
  title: string | undefined
  pages: TocPage[]
}

export interface TableOfContents {
  sections: TocSection[]
  terms: StatedTerms
  /** The values of `{{ name }}` in all pages. */
  substitutions: Record<string, unknown>
}

/** Fields with the entries below one: each generation of the format names them differently. */
const lists = ['parts', 'subtrees', 'chapters', 'sections', 'entries', 'children'] as const
const texts = ['file', 'root', 'glob', 'pattern', 'title', 'caption', 'part'] as const
type Entry = { [Name in (typeof texts)[number]]?: string | undefined } & {
  [Name in (typeof lists)[number]]?: Entry[] | undefined
}
const nested = z
  .array(
    z.lazy((): z.ZodType<Entry> => Entry),
    must('be a list of pages'),
  )
  .optional()
const Entry = z.looseObject(
  {
    ...keyed(texts, z.string(must('be text')).optional()),
    ...keyed(lists, nested),
  },
  must('have fields, like file: intro'),
)
const Toc = z.union([Entry, z.array(Entry)], must('name pages'))

function keyed<Name extends string, Schema>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>
}

/** A person by name, or by fields that include the name. */
const Author = z.union([z.string(), z.looseObject({ name: z.string() }).transform((it) => it.name)])
const Authors = z.union([z.array(Author), Author.transform((it) => [it])]).optional()
const Project = z.looseObject({
  project: z
    .looseObject({
      title: z.string().optional().catch(undefined),
      description: z.string().optional().catch(undefined),
      github: z.string().optional().catch(undefined),
      license: z.string().optional().catch(undefined),
      authors: Authors.catch(undefined),
      toc: z.array(Entry, must('be a list of pages')).exactOptional(),
    })
    .default({}),
})
const Config = z.looseObject({
  title: z.string().optional().catch(undefined),
  author: Authors.catch(undefined),
  repository: z.looseObject({ url: z.string().optional() }).optional().catch(undefined),
  parse: z
    .looseObject({ myst_substitutions: z.record(z.string(), z.unknown()).optional() })
    .optional()
    .catch(undefined),
})

/**
 * Reads the pages of `_toc.yml`, or of `toc` in `myst.yml`, and the book's statements about itself.
 * A `myst.yml` without a `toc` has all pages of the folder, by name.
 * @param files those of the book's folder
 * @throws CourseFolderError
 */
export async function readTableOfContents(files: CourseFiles): Promise<TableOfContents> {
  if (await files.has('_toc.yml')) {
    const toc = await readChecked(files, '_toc.yml', Toc)
    const config = (await files.has('_config.yml'))
      ? (await readChecked(files, '_config.yml', Config)).value
      : undefined
    const { title, author, repository, parse } = config ?? {}
    return {
      sections: await sectionsOf(files, toc, []),
      terms: stated({ title, authors: author, source: repository?.url }),
      substitutions: parse?.myst_substitutions ?? {},
    }
  }
  const { value, ...place } = await readChecked(files, 'myst.yml', Project)
  const { title, description, license, authors, github, toc } = value.project
  const entries = toc ?? (await listed(files)).filter(isPage).toSorted(byName).map(asEntry)
  return {
    sections: await sectionsOf(files, { ...place, value: entries }, ['project', 'toc']),
    terms: stated({ title, summary: description, license, authors, source: github }),
    substitutions: {},
  }
}

interface Checked<Value> {
  value: Value
  file: string
  lineOf(path: readonly PropertyKey[]): number
}

async function readChecked<Schema extends z.ZodType>(
  files: CourseFiles,
  name: string,
  schema: Schema,
): Promise<Checked<z.infer<Schema>>> {
  const file = files.labelOf(name)
  const mention = { file, line: 1 }
  const text = await readText(files, name, { maxBytes: maxManifestBytes, mention })
  const yaml = readYaml(file, text, { lastKeyWins: true })
  const { data, error } = schema.safeParse(yaml.value ?? {})
  if (error !== undefined)
    throw new CourseFolderError(
      problemsOf(yaml, error.issues, () => []).map(({ problem }) => problem),
    )
  return { value: data, file, lineOf: (path) => yaml.placeOf(path).line }
}

function stated(
  terms: { [Name in keyof StatedTerms]: StatedTerms[Name] | undefined },
): StatedTerms {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}

/**
 * Makes each part a section. In a book without parts a chapter with pages inside is one, and other
 * chapters share one.
 */
async function sectionsOf(
  files: CourseFiles,
  { value, file, lineOf }: Checked<Entry | Entry[]>,
  at: readonly PropertyKey[],
): Promise<TocSection[]> {
  const names = (await listed(files)).filter(isPage)
  const sections: TocSection[] = []
  const last = (title: string | undefined): TocSection => {
    const found = sections.at(-1)
    if (found !== undefined && found.title === title) return found
    const made = { title, pages: [] }
    sections.push(made)
    return made
  }
  const pagesOf = (entry: Entry, path: readonly PropertyKey[]): TocPage[] => {
    const own = entry.file ?? entry.root
    const pattern = entry.glob ?? entry.pattern
    const mention = (field: string) => ({ file, line: lineOf([...path, field]) })
    return [
      ...(own === undefined
        ? []
        : [{ file: own, title: entry.title, mention: mention(entry.file ? 'file' : 'root') }]),
      ...(pattern === undefined
        ? []
        : names
            .filter(matching(pattern, mention('glob')))
            .toSorted(byName)
            .map((name) => ({ file: name, title: undefined, mention: mention('glob') }))),
      ...lists.flatMap((list) =>
        (entry[list] ?? []).flatMap((inner, index) => pagesOf(inner, [...path, list, index])),
      ),
    ]
  }
  const add = (entry: Entry, path: readonly PropertyKey[]): void => {
    const name = entry.caption ?? entry.part
    const inner = lists.filter((list) => (entry[list]?.length ?? 0) > 0)
    const isGroup = entry.file === undefined && entry.title !== undefined && inner.length > 0
    if (name !== undefined || isGroup)
      sections.push({ title: name ?? entry.title, pages: pagesOf(entry, path) })
    else if (entry.file !== undefined && inner.length > 0)
      sections.push({ title: entry.title ?? entry.file, pages: pagesOf(entry, path) })
    else if (inner.length === 0) last(undefined).pages.push(...pagesOf(entry, path))
    else for (const list of inner) addAll(entry[list] ?? [], [...path, list])
  }
  const addAll = (entries: readonly Entry[], path: readonly PropertyKey[]): void => {
    for (const [index, entry] of entries.entries()) add(entry, [...path, index])
  }
  if (Array.isArray(value)) addAll(value, at)
  else {
    const { root, ...others } = value
    if (root !== undefined) last(undefined).pages.push(...pagesOf({ root }, at))
    add(others, at)
  }
  if (sections.every(({ pages }) => pages.length === 0))
    throw mistake(file, lineOf(at), 'no pages are named: add some, like - file: intro')
  return sections
}

export function isPage(name: string): boolean {
  return /\.(?:md|ipynb|rst)$/iu.test(name) && !/(?:^|\/)_build\//u.test(name)
}

const order = new Intl.Collator('en', { numeric: true })

/** Sorts by name, with a folder's introduction first. */
function byName(one: string, other: string): number {
  const rank = (name: string) => name.replace(/(^|\/)(?:index|readme|intro)\.\w+$/iu, '$1')
  return order.compare(rank(one), rank(other))
}

function asEntry(file: string): Entry {
  return { file }
}

/** Bounds the stars: each multiplies the search by all that it may stand for. */
const mostStars = 2

function matching(pattern: string, { file, line }: Mention): (name: string) => boolean {
  const stars = pattern.match(/\*+/gu)?.length ?? 0
  if (stars > mostStars || pattern.length > 200)
    throw mistake(file, line, `${quote(pattern)} has more than ${mostStars} stars: name the pages`)
  const source = pattern
    .replace(/^\.\//u, '')
    .replaceAll(/[.+^$()|[\]\\{}]/gu, '\\$&')
    .replaceAll(/\*\*+\/?|\*|\?/gu, (mark) =>
      mark.startsWith('**') ? '.{0,300}' : mark === '*' ? '[^/]{0,200}' : '[^/]',
    )
  const whole = new RegExp(`^${source}(?:\\.\\w+)?$`, 'u')
  return (name) => whole.test(name)
}
