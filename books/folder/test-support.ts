import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CourseFolderError } from '../reading/course-folder-error.ts'
import { readCourseFolder } from './course-folder.ts'

/** A small valid course, as the files of its folder. */
export const MANIFEST = [
  'slug: knots',
  'title: Knots for everyone',
  'summary: Tie what holds, and untie it again.',
  'language: en',
  'price: { amount: 4900, currency: EUR }',
  'sections:',
  '  - title: First knots',
  '    lessons:',
  '      - { file: 01-bowline.md, preview: true }',
  '      - { file: more/02-hitch.md, required: false }',
].join('\n')
export const BOWLINE = '# The bowline\n\nA loop that never slips.\n'
export const HITCH =
  '---\ntitle: The clove hitch\nteaching: 10\nexercises: 5\n---\n\nTwo turns round a post.\n'
export const FILES = {
  'course.yaml': MANIFEST,
  '01-bowline.md': BOWLINE,
  'more/02-hitch.md': HITCH,
}

/** Makes a folder with these files, removed at the end of the test. */
export async function courseFolder(files: Record<string, string | Uint8Array>) {
  const path = await mkdtemp(join(tmpdir(), 'course-folder-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/**
 * Returns the complaints about the valid course after `changes`, a line each, without the temporary
 * folder's name.
 */
export async function complaintsAbout(
  changes: Record<string, string | Uint8Array>,
): Promise<string> {
  await using folder = await courseFolder({ ...FILES, ...changes })
  return await complaintsOf(folder.path)
}

/** Returns the complaints about the folder at `path`, a line each. */
export async function complaintsOf(path: string): Promise<string> {
  const error: unknown = await readCourseFolder(path).then(
    () => 'no error',
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof CourseFolderError))
    throw new Error('expected a CourseFolderError', { cause: error })
  return error.message.replaceAll(`${path}/`, '')
}

/** Returns the valid `course.yaml` with one of its lines replaced. */
export function manifestWith(line: number, replacement: string): Record<string, string> {
  return {
    'course.yaml': MANIFEST.split('\n')
      .with(line - 1, replacement)
      .join('\n'),
  }
}
