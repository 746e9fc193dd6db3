import { z } from 'zod'
import { must, text } from '../../../lib/fields/field-schemas.ts'
import { type CourseFiles, maxManifestBytes, readText } from '../../reading/course-files.ts'
import { CourseFolderError } from '../../reading/course-folder-error.ts'
import { readOptional } from '../../reading/read-optional.ts'
import type { Redirect } from '../../reading/types.ts'
import { readYaml } from '../../reading/yaml-file.ts'
import { problemsOf } from '../../reading/yaml-problems.ts'

export type Framework = 'pt' | 'tf'

/** A page as the table of contents names it. */
export interface TocPage {
  /** Its path below the language, without extension. */
  local: string
  title: string | undefined
  line: number
}

export interface TocSection {
  title: string
  pages: TocPage[]
  /** Pages for other frameworks. */
  otherFrameworks: string[]
}

const Local = z
  .string(must('be the path of a page, like chapter1/2'))
  .regex(
    /^(?!.*\.\.)[\p{L}\p{N}_-][\p{L}\p{N}._/-]{0,199}$/u,
    'must be the path of a page, like chapter1/2',
  )
const fields = {
  title: text(200).exactOptional(),
  local: Local.exactOptional(),
  local_fw: z.object({ pt: Local.exactOptional(), tf: Local.exactOptional() }).exactOptional(),
}
interface TocEntry extends z.infer<z.ZodObject<typeof fields>> {
  sections?: TocEntry[]
}
const nothingNamed = 'names no page: add local, like local: chapter1/2'
const Entry: z.ZodType<TocEntry> = z
  .looseObject(
    {
      ...fields,
      sections: z
        .array(
          z.lazy(() => Entry),
          must('be a list of pages'),
        )
        .exactOptional(),
    },
    must('have fields, like local: chapter1/2'),
  )
  .refine(({ local, local_fw, sections }) => local ?? local_fw ?? sections, nothingNamed)
const Toctree = z.array(Entry, must('be a list of chapters')).min(1, 'is empty: add a chapter')

/**
 * Reads the chapters of a `_toctree.yml` with their pages in reading order, nested ones included.
 * @param files those of the language's folder
 * @throws CourseFolderError
 */
export async function readToctree(
  files: CourseFiles,
  name: string,
  { folder, framework }: { folder: string; framework: Framework },
): Promise<TocSection[]> {
  const file = files.labelOf(name)
  const mention = { file: files.labelOf(folder), line: 0 }
  const yaml = readYaml(file, await readText(files, name, { maxBytes: maxManifestBytes, mention }))
  const { data, error } = Toctree.safeParse(yaml.value)
  if (error !== undefined)
    throw new CourseFolderError(
      problemsOf(yaml, error.issues, () => Object.keys(fields)).map(({ problem }) => problem),
    )

  const pagesOf = (entry: TocEntry, path: readonly PropertyKey[]): TocPage[] => {
    const local = entry.local_fw?.[framework] ?? entry.local
    const { line } = yaml.placeOf([...path, 'local'])
    const nested = entry.sections ?? []
    return [
      ...(local === undefined ? [] : [{ local, title: entry.title, line }]),
      ...nested.flatMap((inner, index) => pagesOf(inner, [...path, 'sections', index])),
    ]
  }
  const othersOf = ({ local_fw: { pt, tf } = {}, sections = [] }: TocEntry): string[] => [
    ...(framework === 'pt' ? [tf ?? []] : [pt ?? []]).flat(),
    ...sections.flatMap(othersOf),
  ]
  return data.map((entry, index) => ({
    title: entry.title ?? entry.local ?? `${index + 1}`,
    pages: pagesOf(entry, [index]),
    otherFrameworks: othersOf(entry),
  }))
}

const Redirects = z.record(z.string(), z.string(must('be the path of a page')), {
  error: 'must be a list of old and new paths, like old-page: new-page',
})

/**
 * Reads the author's table of old and new pages, a `_redirects.yml` beside the table of contents.
 * @throws CourseFolderError
 */
export async function readRedirects(files: CourseFiles, folder: string): Promise<Redirect[]> {
  const name = `${folder}/_redirects.yml`
  const file = files.labelOf(name)
  const text = await readOptional(files, name)
  if (text === undefined) return []
  const yaml = readYaml(file, text)
  const { data, error } = Redirects.safeParse(yaml.value ?? {})
  if (error !== undefined)
    throw new CourseFolderError(
      problemsOf(yaml, error.issues, () => []).map(({ problem }) => problem),
    )
  return Object.entries(data).map(([from, to]) => ({
    from,
    to: /^(?:[a-z][a-z\d+.-]*:|\/)/iu.test(to) ? null : to.replace(/#.*$/u, ''),
    mention: { file, line: yaml.placeOf([from]).line },
  }))
}
