import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DraftContent, DraftedLesson } from '../../../../content/draft.ts'
import { filesOfDetails, pathOfTarget } from '../../../../content/files/file-links.ts'
import { linkableKeys } from '../../../../content/files/lesson-links.ts'
import { lacksIn } from '../../../../content/lessons/lacks.ts'
import { quizOf } from '../../../../content/lessons/quiz.ts'
import { ownOf, textsOf, writtenIn } from '../../../../content/lessons/types.ts'
import { findReferences, localPath } from '../../../../content/markdown/references.ts'
import {
  type DraftProblem,
  error,
  type ProblemCode,
  warning,
} from '../../../../content/rules/draft-problem.ts'
import { findRuleProblems } from '../../../../content/rules/find-rule-problems.ts'
import { coverTypes } from '../../courses/media/cover-types.ts'
import { findKeyConflicts } from './lesson-keys.ts'
import { findProgramProblems } from './program.ts'

/** The most problems reported of one lesson. */
export const maxReferenceProblems = 20

/** Finds everything that prevents publishing, then what its author may want to know. */
export async function findDraftProblems(draft: DraftContent): Promise<DraftProblem[]> {
  const lessons = draft.sections.flatMap((section) => section.lessons)
  return [
    ...findEmptyPlaces(draft, lessons),
    ...findLacks(draft, lessons),
    ...findKeyProblems(draft, lessons),
    ...findSharedQuestions(lessons),
    ...findRepeatedTitles(lessons),
    ...findProgramProblems(draft, lessons),
    ...findMissingFiles(draft, lessons),
    ...findCoverProblems(draft),
    ...findRuleProblems(draft, lessons),
    ...(await findReferenceProblems(draft, lessons)),
  ].sort((one, other) => one.severity.localeCompare(other.severity))
}

function findEmptyPlaces(
  { sections, courses, terms }: DraftContent,
  lessons: readonly DraftedLesson[],
): DraftProblem[] {
  if (lessons.length === 0)
    return [
      courses == null
        ? error(
            'sections',
            'The course has no lessons: add one, or discard the draft.',
            'noLessons',
          )
        : error(
            'sections',
            'The program has no courses: add one, or discard the draft.',
            'noCourses',
          ),
    ]

  const empty = sections.flatMap((section, index) =>
    section.lessons.length > 0
      ? []
      : [
          error(
            `sections.${index}`,
            'The section has no lessons: add one, or leave it out.',
            'emptySection',
          ),
        ],
  )
  const withoutText = lessons.flatMap((lesson) => emptyPlaceOf(lesson) ?? [])
  const optional =
    lessons.some(({ required }) => required) || terms.choose != null
      ? []
      : [
          warning(
            'sections',
            'No lesson is required, so each of them counts: learners must complete all.',
            'noneRequired',
          ),
        ]
  return [...empty, ...withoutText, ...optional]
}

/** Finds what the parts beside texts lack: a draft may be incomplete, a version may not. */
function findLacks(
  { drafted = new Map() }: DraftContent,
  lessons: readonly DraftedLesson[],
): DraftProblem[] {
  return lessons.flatMap(({ key, details }) =>
    writtenIn(details).flatMap(({ type, value, written, lacks }) =>
      (lacks?.(value, drafted) ?? lacksIn(written, value)).map(({ path, message, ...facts }) =>
        error(`lessons.${key}.${type}.${path}`, `\`${path}\` ${message}.`, facts),
      ),
    ),
  )
}

/** Hash of the text of a published lesson without one. */
const sha256OfNothing = createHash('sha256').update('').digest('hex')

/** Finds an empty lesson; one that shows something else needs no text. */
function emptyPlaceOf(lesson: DraftedLesson): DraftProblem | undefined {
  const { key, type, details, content, bodySha256 } = lesson
  if (details?.[type] !== undefined) return undefined
  if (ownOf(type)?.isNeeded === true)
    return error(
      `lessons.${key}.${type}`,
      `The lesson shows nothing: give it its \`${type}\`.`,
      'required',
    )
  const isEmpty = content === null ? bodySha256 === sha256OfNothing : content.trim() === ''
  return isEmpty
    ? error(`lessons.${key}.content`, 'The lesson has no text: write it.', 'noText')
    : undefined
}

/**
 * Finds files that lessons name beside their texts. A dead link in a question stops no more than
 * one in a text.
 */
function findMissingFiles(
  { files }: DraftContent,
  lessons: readonly DraftedLesson[],
): DraftProblem[] {
  return lessons.flatMap(({ key, type, details }) => {
    const found = ownOf(type)?.linksFiles ? warning : error
    return filesOfDetails(details)
      .filter((path) => !Object.hasOwn(files, path))
      .map((path) =>
        found(
          `lessons.${key}.${type}`,
          `The course has no file ${path}: upload it under this path, or name a different one.`,
          { code: 'noFile', name: path },
        ),
      )
  })
}

function findCoverProblems({
  terms: { cover = null },
  files,
  coverType = null,
}: DraftContent): DraftProblem[] {
  if (cover === null) return []
  if (!Object.hasOwn(files, cover)) {
    const message = `The course has no file ${cover}: upload it under this path, or choose another.`
    return [error('cover', message, { code: 'noFile', name: cover })]
  }
  if (coverType === null || coverTypes.has(coverType)) return []
  return [
    error('cover', `The file ${cover} is ${coverType}: choose a PNG, JPEG or WebP.`, 'coverType'),
  ]
}

function findKeyProblems(
  { publishedFormerKeys }: DraftContent,
  lessons: readonly DraftedLesson[],
): DraftProblem[] {
  return findKeyConflicts(lessons, publishedFormerKeys).map(({ lesson, path, message }) =>
    error(`lessons.${lessons[lesson]?.key}.${path}`, `The key ${message}.`, 'keyTaken'),
  )
}

/** Finds questions with one key, which is their identity within the course. */
function findSharedQuestions(lessons: readonly DraftedLesson[]): DraftProblem[] {
  const owners = new Map<string, string>()
  return lessons.flatMap(({ key, details }) => {
    const asked = quizOf(details)?.pools.flatMap((pool) => pool.questions) ?? []
    return asked.flatMap((question) => {
      const owner = owners.get(question.key)
      owners.set(question.key, owner ?? key)
      if (owner === undefined || owner === key) return []
      const message = `The lesson ${owner} has a question with the key ${question.key}: give this one another.`
      return [error(`lessons.${key}.quiz`, message, { code: 'questionKeyTaken', name: owner })]
    })
  })
}

function findRepeatedTitles(lessons: readonly DraftedLesson[]): DraftProblem[] {
  const byTitle = Map.groupBy(lessons, ({ title }) => title)
  return lessons.flatMap((lesson) => {
    const [first = lesson] = byTitle.get(lesson.title) ?? []
    if (first === lesson) return []
    const message = `The lesson ${first.key} has the same title: learners cannot tell them apart.`
    return [warning(`lessons.${lesson.key}.title`, message, 'sameTitle')]
  })
}

/**
 * Looks into rewritten texts and transcripts; the others were checked when they were published. A
 * text can be a megabyte of links: its first ones say enough, and other requests get their turn
 * before the next.
 */
async function findReferenceProblems(
  { files }: DraftContent,
  lessons: readonly DraftedLesson[],
): Promise<DraftProblem[]> {
  const keys = linkableKeys(lessons)
  const problems: DraftProblem[] = []
  for (const { key, content, details } of lessons)
    for (const written of [{ path: 'content', text: content ?? '' }, ...textsOf(details)]) {
      const { text } = written
      await nextTurn()
      const path = `lessons.${key}.${written.path}`
      problems.push(...(await findUnsafeLinks(path, text)))
      problems.push(...problemsOfText(text, { path, keys, files }))
    }
  return problems
}

/** Finds the links that every import refuses as well. */
async function findUnsafeLinks(path: string, text: string): Promise<DraftProblem[]> {
  const { describeUnsafe, findUnsafeTargets } = await import(
    '../../../../content/markdown/unsafe-targets.ts'
  )
  return findUnsafeTargets(text, { limit: maxReferenceProblems }).map((found) =>
    error(path, `Line ${found.line}: ${describeUnsafe(found)}.`, {
      code: 'unsafeLink',
      line: found.line,
    }),
  )
}

interface Surroundings {
  /** Keys of lessons that links may name. */
  keys: ReadonlySet<string>
  /** Files of the course, by path. */
  files: DraftContent['files']
}

function problemsOfText(
  text: string,
  { path, ...around }: Surroundings & { path: string },
): DraftProblem[] {
  const found: DraftProblem[] = []
  for (const { kind, target, line } of findReferences(text)) {
    if (found.length === maxReferenceProblems) break
    const advice = adviceOn({ kind, target }, around)
    if (advice === undefined) continue
    const [code, words] = advice
    found.push(warning(path, `Line ${line}: ${target} ${words}`, { code, line, name: target }))
  }
  return found
}

function adviceOn(
  { kind, target }: { kind: 'link' | 'picture' | 'include'; target: string },
  { keys, files }: Surroundings,
): [ProblemCode, string] | undefined {
  if (kind === 'include')
    return ['include', 'includes another file, which does not happen: put the text here.']
  const path = localPath(target)
  // Ignores links that have a host, begin at the root of this one, or stay in the lesson.
  if (path === undefined || path === '' || path.startsWith('/')) return undefined
  const file = pathOfTarget(target)
  if (file !== undefined && Object.hasOwn(files, file)) return undefined
  if (kind === 'picture' || !/\.md$/iu.test(path)) {
    const what = kind === 'picture' ? 'picture' : 'file'
    const words = `is a ${what} that the course does not have: upload it under this path, or correct it.`
    return ['noFile', words]
  }

  const [, key] = /^(?:\.\/)?([^/]+)\.md$/u.exec(path) ?? []
  if (key !== undefined && keys.has(key.normalize('NFC'))) return undefined
  return [
    'noLesson',
    'is no lesson of this course: link to one by its key, such as a-typed-client.md.',
  ]
}
