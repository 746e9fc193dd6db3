import type { DraftContent } from '../../../../content/draft.ts'

/** Returns the cover of a draft as a version would show it: none if its file is missing. */
export function shownCover({ terms: { cover }, files }: Pick<DraftContent, 'terms' | 'files'>): {
  cover: string | null
  coverSha256: string | null
} {
  const sha256 = cover !== null && Object.hasOwn(files, cover) ? files[cover] : undefined
  return sha256 === undefined ? { cover: null, coverSha256: null } : { cover, coverSha256: sha256 }
}
