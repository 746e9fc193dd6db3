import { LRUCache } from 'lru-cache'
import type { Branding } from '../../../content/branding/branding.ts'

/** The branding kept by certificates issued now. */
export interface FrozenBranding {
  issuer: string
  /** Key of the stored branding. */
  branding: string
}

/** Brandings read or stored before: of one service, so with one set of settings. */
export type BrandingCache = ReturnType<typeof createBrandingCache>

export function createBrandingCache() {
  return {
    /** Brandings frozen now, by the key of the course's own; '' for courses without one. */
    frozen: new LRUCache<string, FrozenBranding>({ max: 1_000 }),
    /** Brandings by key; as many as may print at the same time, each with at most four pictures. */
    read: new LRUCache<string, Branding>({ max: 8 }),
  }
}
