import { findVersionLesson } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { compareContents } from '../impact/compare-contents.ts'
import { contentOfVersion } from '../impact/compared-content.ts'
import { diffLessons } from '../impact/diff-lesson.ts'
import { maxChangesInImpact } from '../impact/schema.ts'
import { tellFacts } from '../impact/tell-facts.ts'
import type { ComparedContent } from '../impact/types.ts'
import type { DiffVersionsInput, VersionDiff } from './schema.ts'

/** @throws VersionNotFound, LessonNotFound */
export async function diffVersions(
  ctx: Pick<Deps, 'db'>,
  { courseId, from, to, lesson }: DiffVersionsInput,
): Promise<VersionDiff> {
  const [before, after] = [
    await contentOfVersion(ctx.db, { courseId, number: from }),
    await contentOfVersion(ctx.db, { courseId, number: to }),
  ]
  if (before === undefined || after === undefined) throw new AppError('VersionNotFound')

  const { kind, changes } = compareContents(before, after)
  return {
    from,
    to,
    kind,
    changes: changes.slice(0, maxChangesInImpact),
    changeCount: changes.length,
    facts: await tellFacts(ctx, before, after),
    ...(lesson !== undefined && {
      text: await diffLesson(ctx, keysOf(lesson, { before, after }), { courseId, from, to }),
    }),
  }
}

interface LessonKeys {
  before: string | undefined
  after: string | undefined
}

/** Returns the key of the same lesson in either version, by a key that it has or had. */
function keysOf(
  chosen: string,
  { before, after }: { before: ComparedContent; after: ComparedContent },
): LessonKeys {
  const inBoth = [before, after].map(({ lessons }) => {
    const exact = lessons.find(({ key }) => key === chosen)
    return exact ?? lessons.find(({ formerKeys }) => formerKeys.includes(chosen))
  })
  const names = new Set([
    chosen,
    ...inBoth.flatMap((found) => (found ? [found.key, ...found.formerKeys] : [])),
  ])
  const keyIn = ({ lessons }: ComparedContent, found: { key: string } | undefined) =>
    found?.key ?? lessons.find(({ key }) => names.has(key))?.key
  const keys = { before: keyIn(before, inBoth[0]), after: keyIn(after, inBoth[1]) }
  if (keys.before === undefined && keys.after === undefined) throw new AppError('LessonNotFound')
  return keys
}

async function diffLesson(
  ctx: Pick<Deps, 'db'>,
  keys: LessonKeys,
  { courseId, from, to }: { courseId: string; from: number; to: number },
): Promise<VersionDiff['text']> {
  const find = async (number: number, key: string | undefined) => {
    const keys = key === undefined ? [] : [key]
    const lesson = await findVersionLesson(ctx.db, { courseId, number, keys })
    return lesson && { ...lesson, label: `version ${number}` }
  }
  return diffLessons(ctx, courseId, {
    before: await find(from, keys.before),
    after: await find(to, keys.after),
  })
}
