import { posix } from 'node:path'
import { replaceLinkTargets } from '../../../content/markdown/references.ts'
import { assembleCourse } from '../../book/assemble-course.ts'
import { plainTitle } from '../../book/read-page.ts'
import { type CourseFiles, maxTextBytes, readText } from '../../reading/course-files.ts'
import { mistake } from '../../reading/course-folder-error.ts'
import { createNotes, type Notes } from '../../reading/notes.ts'
import { withoutExtension } from '../../reading/page-key.ts'
import type { CourseReading, FormatOptions, Page } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'
import { type Layout, layouts, readConfig } from './config.ts'
import { episodeToMarkdown } from './episode-to-markdown.ts'
import { divideEpisode, readFrontMatter } from './front-matter.ts'

/**
 * Reads a lesson of The Carpentries: `config.yaml` and the episodes in `episodes/`, or an older one
 * for Jekyll. Each episode becomes a lesson.
 * @throws CourseFolderError with every mistake
 */
export async function readCarpentries(
  files: CourseFiles,
  options: FormatOptions,
): Promise<CourseReading> {
  const notes = createNotes()
  const folder = withinFolder(files, options.folder)
  const layout = await findLayout(folder)
  const config = await notes.attempt(() => readConfig(folder, layout))
  const names = await folder.list()
  const all = names
    .filter((name) => posix.dirname(name) === layout.episodes && /\.(?:md|Rmd)$/u.test(name))
    .map((name) => ({ name: posix.basename(name), line: 1 }))
  const fileOf = (name: string) =>
    all.find((it) => it.name === name || withoutExtension(it.name) === name)?.name ?? name
  const episodes = config?.episodes?.map((it) => ({ ...it, name: fileOf(it.name) })) ?? all
  warnOfOthers(folder, names, notes)

  const stems = new Set(episodes.map(({ name }) => withoutExtension(name)))
  const pages: Page[] = []
  for (const { name, line } of episodes) {
    const place = { name, mention: { file: folder.labelOf(layout.config), line } }
    const page = await notes.attempt(() => readEpisode(folder, place, { layout, stems, notes }))
    if (page !== undefined)
      pages.push({ ...page, file: posix.join(options.folder, layout.episodes, name) })
  }
  if (config === undefined) notes.throwIfAny()
  const { title = '', license, source, language } = config ?? {}
  const book = {
    base: posix.join(options.folder, layout.episodes),
    terms: {
      title,
      ...(license !== undefined && { license }),
      ...(source !== undefined && { source }),
      ...(language !== undefined && { language }),
    },
    sections: [{ title, pages }],
    candidates: all.map(({ name }) => posix.join(options.folder, layout.episodes, name)),
    because: `${layout.config} does not list it`,
  }
  return assembleCourse(files, book, { options, notes })
}

async function findLayout(files: CourseFiles): Promise<Layout> {
  for (const layout of layouts) if (await files.has(layout.config)) return layout
  throw mistake(
    files.labelOf('config.yaml'),
    1,
    'there is no such file: add it, or name the folder that it lies in',
  )
}

/** Warns of pages beside the episodes, which are for other readers. */
function warnOfOthers(files: CourseFiles, names: readonly string[], notes: Notes): void {
  for (const folder of ['learners', 'instructors', 'profiles'])
    if (names.some((name) => name.startsWith(`${folder}/`) && name.endsWith('.md')))
      notes.warnings.push({
        file: files.labelOf(folder),
        line: 0,
        message: 'the pages of this folder are left out: only episodes become lessons',
      })
}

interface EpisodeScope {
  layout: Layout
  /** Names of all episodes without extension. */
  stems: ReadonlySet<string>
  notes: Notes
}

async function readEpisode(
  files: CourseFiles,
  { name, mention }: { name: string; mention: { file: string; line: number } },
  { layout, stems, notes }: EpisodeScope,
): Promise<Omit<Page, 'file'>> {
  const path = posix.join(layout.episodes, name)
  const file = files.labelOf(path)
  const source = await readText(files, path, { maxBytes: maxTextBytes, mention })
  const { front, body } = divideEpisode(source)
  const matter = readFrontMatter(file, front)
  const title = plainTitle(matter.title) ?? plainTitle(withoutExtension(name))
  const episode = episodeToMarkdown(body, { firstLine: front.length + 1, lists: matter })
  for (const warning of episode.warnings) notes.warnings.push({ file, ...warning })
  if (episode.hasInstructorNotes)
    notes.warnings.push({ file, line: 1, message: 'its notes for instructors are left out' })
  return {
    path: withoutExtension(name),
    mention,
    ...(title !== undefined && { ownTitle: title }),
    text: [...front, linkEpisodes(episode.text, stems)].join('\n'),
    lines: [...front.map((_, index) => index + 1), ...episode.lines],
  }
}

/** Links episodes, for each of which a Jekyll site has a folder, like `../05-history/`. */
function linkEpisodes(text: string, stems: ReadonlySet<string>): string {
  return replaceLinkTargets(text, (target) => {
    const [, stem, anchor = ''] =
      /^(?:\.\.\/|\/){0,2}(?:_episodes\/)?([^/#?]{1,200}?)(?:\/(?:index\.html)?|\.html|\.md)?(#.{0,200})?$/u.exec(
        target,
      ) ?? []
    return stem !== undefined && stems.has(stem) ? `${stem}${anchor}` : undefined
  })
}
