import { z } from 'zod'
import { must, text } from '../../../lib/fields/field-schemas.ts'
import { type CourseFiles, maxTextBytes, readText } from '../../reading/course-files.ts'
import { CourseFolderError, mistake, type Problem } from '../../reading/course-folder-error.ts'

const slug = z
  .string(must('be a slug, like hello-world'))
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, 'must be a slug, like hello-world')
  .max(100, 'must be at most 100 characters long')
const uuid = z
  .string(must('be a UUID'))
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu, 'must be a UUID')
  .overwrite((id) => id.toLowerCase())
const slugs = z
  .array(slug, must('be a list of slugs'))
  .max(100, 'are too many: at most 100 are allowed')
  .default([])
const thing = { slug, uuid, name: text(200) }

const Concept = z.object(thing)
export type Concept = z.infer<typeof Concept>

const Exercise = z.object({
  ...thing,
  concepts: slugs,
  prerequisites: slugs,
  difficulty: z.number(must('be a number')).default(1),
  status: z.string(must('be text')).default('active'),
})
export type Exercise = z.infer<typeof Exercise>

const Track = z.object({
  language: text(100),
  slug,
  blurb: text(1000).exactOptional(),
  concepts: z
    .array(Concept, must('be a list of concepts'))
    .max(1000, 'are too many: at most 1000 are allowed')
    .default([]),
  exercises: z.object(
    {
      concept: z
        .array(Exercise, must('be a list of exercises'))
        .max(1000, 'are too many: at most 1000 are allowed')
        .default([]),
      practice: z
        .array(Exercise, must('be a list of exercises'))
        .max(1000, 'are too many: at most 1000 are allowed')
        .default([]),
    },
    must('have the fields concept and practice'),
  ),
})
export type Track = z.infer<typeof Track>

/** The config.json of a track, and the lines that name each concept and exercise. */
export interface ReadTrack {
  file: string
  track: Track
  lineOf(uuid: string): number
}

const maxMistakes = 100

/**
 * Reads the config.json of a track. Parses the JSON and checks it against a schema; ignores other
 * fields.
 * @throws CourseFolderError
 */
export async function readTrack(files: CourseFiles): Promise<ReadTrack> {
  const file = files.labelOf('config.json')
  const mention = { file, line: 1 }
  const source = await readText(files, 'config.json', { maxBytes: maxTextBytes, mention })
  const lines = uuidLines(source)
  const value = parse(file, source)
  const { data, error } = Track.safeParse(value)
  if (error !== undefined)
    throw new CourseFolderError(
      error.issues.slice(0, maxMistakes).map(({ path, message }): Problem => {
        const line = lines.get(uuidAt(value, path)) ?? 1
        return { file, line, message: `${path.join('.') || 'it'} ${message}` }
      }),
    )
  return { file, track: data, lineOf: (id) => lines.get(id) ?? 1 }
}

function parse(file: string, source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    // Takes the line from Node.js: "… in JSON at position 17 (line 2 column 3)".
    const line = /\(line (\d{1,9}) /u.exec(error instanceof Error ? error.message : '')?.[1]
    throw mistake(file, Number(line ?? 1), 'this is not valid JSON: correct it')
  }
}

/** Finds lines by identity: parsed JSON has no places. */
function uuidLines(source: string): Map<string, number> {
  const lines = new Map<string, number>()
  for (const [index, line] of source.split('\n').entries())
    for (const [id] of line.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/giu))
      if (!lines.has(id.toLowerCase())) lines.set(id.toLowerCase(), index + 1)
  return lines
}

/** Returns the identity of the innermost thing on the way to a field. */
function uuidAt(value: unknown, path: readonly PropertyKey[]): string {
  let found = ''
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null) break
    const field = Object.getOwnPropertyDescriptor(at, step)
    at = field?.value
    if (typeof at === 'object' && at !== null && 'uuid' in at && typeof at.uuid === 'string')
      found = at.uuid.toLowerCase()
  }
  return found
}

/** Whether the config.json belongs to a track. Its faults are reported when that is read. */
export async function isTrack(files: CourseFiles): Promise<boolean> {
  const mention = { file: files.labelOf('config.json'), line: 1 }
  try {
    const bytes = await files.read('config.json', { maxBytes: maxTextBytes, mention })
    const config: unknown = JSON.parse(bytes.toString())
    return typeof config === 'object' && config !== null && 'exercises' in config
  } catch {
    return false
  }
}
