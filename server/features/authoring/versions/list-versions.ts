import {
  type ListedVersion,
  listVersions,
} from '../../../../db/queries/courses/courses/versions.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps } from '../../../context.ts'
import type { ListVersionsInput, VersionList } from './schema.ts'

export async function listVersionsOfCourse(
  { db }: Pick<Deps, 'db'>,
  { courseId, limit, cursor }: ListVersionsInput,
): Promise<VersionList> {
  const rows = await listVersions(db, {
    courseId,
    before: startOf({ limit, cursor }),
    limit: limit + 1,
  })
  return toPage(rows, limit, toVersion)
}

function toVersion({ id: _, publishedAt, ...version }: ListedVersion): VersionList['items'][0] {
  return { ...version, publishedAt: publishedAt.toISOString() }
}
