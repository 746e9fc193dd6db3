import { listCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { showFile } from '../../courses/media/show-file.ts'
import { type CourseFileList, type ListFilesInput, maxUses } from './schema.ts'
import { findUses } from './uses-of-files.ts'

/** Lists the files of a course's library, with addresses that work for a few minutes. */
export async function listFiles(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, limit, cursor, withUses, ...search }: ListFilesInput,
): Promise<CourseFileList> {
  const after = cursor === undefined ? undefined : pathOfCursor(cursor)
  const rows = await listCourseFiles(ctx.db, { courseId, after, limit: limit + 1, ...search })
  const shown = rows.slice(0, limit)
  const paths = shown.map(({ path }) => path)
  const uses = withUses ? await findUses(ctx.db, { courseId, paths }) : undefined
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => ({
      ...showFile(ctx, row),
      uses: uses?.get(row.path)?.length ?? null,
      usedIn: uses?.get(row.path)?.slice(0, maxUses) ?? null,
    })),
    nextCursor: last === undefined ? null : Buffer.from(last.path).toString('base64url'),
  }
}

function pathOfCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}
