import type { Deps } from '../../../context.ts'
import { readVersion } from './read-version.ts'
import type { GetVersionInput, VersionContent } from './schema.ts'

/** @throws VersionNotFound */
export async function getVersion(
  ctx: Pick<Deps, 'db'>,
  input: GetVersionInput,
): Promise<VersionContent> {
  const { version, terms, sections } = await readVersion(ctx, input)
  const { number, kind, note, publishedAt } = version
  return { number, kind, note, ...terms, publishedAt: publishedAt.toISOString(), sections }
}
