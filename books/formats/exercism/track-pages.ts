import { z } from 'zod'
import type { CourseFiles } from '../../reading/course-files.ts'
import { mistake } from '../../reading/course-folder-error.ts'
import { readOptional } from '../../reading/read-optional.ts'
import type { Concept, Exercise, ReadTrack } from './track.ts'
import { isEmpty, join, partOf, quoteNotes, type TrackText, underHeading } from './track-text.ts'

/** The text of a lesson, and the file that its links are relative to. */
export interface PlacedText extends TrackText {
  file: string
}

/**
 * Reads the text about a concept: `about.md`, or else the introduction, and its links. Undefined if
 * nothing is written yet.
 * @throws CourseFolderError
 */
export async function readConceptText(
  files: CourseFiles,
  { slug }: Concept,
): Promise<PlacedText | undefined> {
  for (const name of ['about', 'introduction']) {
    const file = `concepts/${slug}/${name}.md`
    const text = await readPart(files, file)
    if (text === undefined || isEmpty(text)) continue
    const links = await readLinks(files, `concepts/${slug}/links.json`)
    return { file, ...quoteNotes(join([text, ...links])) }
  }
  return undefined
}

const exerciseParts = [
  ['Introduction', 'introduction'],
  ['Introduction', 'introduction.append'],
  ['Instructions', 'instructions'],
  ['Instructions', 'instructions.append'],
  ['Hints', 'hints'],
] as const

/**
 * Reads the text of an exercise: introduction, instructions and hints, each below its heading.
 * @throws CourseFolderError
 */
export async function readExerciseText(
  files: CourseFiles,
  read: ReadTrack,
  kind: 'concept' | 'practice',
  { slug, uuid }: Exercise,
): Promise<PlacedText> {
  const mention = { file: read.file, line: read.lineOf(uuid) }
  const folder = `exercises/${kind}/${slug}/.docs`
  const parts: TrackText[] = []
  let last: string | undefined
  for (const [heading, name] of exerciseParts) {
    const text = await readPart(files, `${folder}/${name}.md`)
    if (text === undefined || isEmpty(text)) continue
    parts.push(heading === last ? text : underHeading(heading, text))
    last = heading
  }
  if (parts.length === 0)
    throw mistake(
      mention.file,
      mention.line,
      `there is no text in ${folder}: add instructions.md, or set the status to wip`,
    )
  return { file: `${folder}/instructions.md`, ...quoteNotes(join(parts)) }
}

async function readPart(files: CourseFiles, name: string): Promise<TrackText | undefined> {
  const text = await readOptional(files, name)
  return text === undefined ? undefined : partOf(files.labelOf(name), text)
}

const Links = z.array(
  z.object({ url: z.url({ protocol: /^https?$/u }), description: z.string().max(500).default('') }),
)

async function readLinks(files: CourseFiles, name: string): Promise<TrackText[]> {
  const text = await readOptional(files, name)
  if (text === undefined) return []
  const file = files.labelOf(name)
  const { data } = Links.safeParse(jsonOf(text))
  if (data === undefined)
    throw mistake(file, 1, 'this must be a list of links, like [{ "url": "https://…" }]')
  if (data.length === 0) return []
  const items = data.map(({ url, description }) => {
    const words = (description.replace(/\s+/gu, ' ').trim() || url).replace(/[[\]\\]/gu, '\\$&')
    return { text: `- [${words}](<${url.replace(/[<>\s]/gu, encodeURIComponent)}>)`, file, line: 1 }
  })
  return [underHeading('Links', { lines: items })]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
