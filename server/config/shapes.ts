import { resolve } from 'node:path'
import { z } from 'zod'
import type { StorageConfig } from '../adapters/file-storage/types.ts'

/** Splits at the separator, without white space around parts or empty parts. */
export function partsOf(value: string, separator: string): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A setting with several parts. */
export function listOf(separator: string) {
  return z.string().transform((value) => partsOf(value, separator))
}

/** Anything but nothing, such as the path of a file or a name. */
export const nonEmpty = z.string().min(1)

/** The URL of a page or a service. */
export function webUrl(example: string) {
  return z.url({ protocol: /^https?$/, error: `must be a URL like ${example}` })
}

/** Reads where files of one kind are stored, as the settings of that kind say. */
export function storageOf({
  kind,
  folder,
  bucket = '',
  endpoint,
}: {
  kind: StorageConfig['kind']
  folder: string
  bucket: string | undefined
  endpoint: string | undefined
}): StorageConfig {
  if (kind === 'folder') return { kind, folder: resolve(folder) }
  return kind === 's3' ? { kind, bucket, endpoint } : { kind }
}
