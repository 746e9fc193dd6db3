import { LRUCache } from 'lru-cache'
import type { Branding } from '../../../content/branding/branding.ts'

/** The branding that certificates issued now keep. */
export interface FrozenBranding {
  issuer: string
  /** The key of the stored branding. */
  branding: string
}

/** Brandings that were read or stored before: of one service, so with one set of settings. */
export type BrandingCache = ReturnType<typeof createBrandingCache>

export function createBrandingCache() {
  return {
    /** Those that are frozen now, by the key of the course's own; '' for courses without one. */
    frozen: new LRUCache<string, FrozenBranding>({ max: 1_000 }),
    /** By key; as many as may be printed at the same time, each with four pictures at most. */
    read: new LRUCache<string, Branding>({ max: 8 }),
  }
}
