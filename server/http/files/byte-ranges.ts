import type { ByteRange } from '../../adapters/file-storage/types.ts'

/**
 * Reads the bytes that a Range header asks for (RFC 9110, 14.2); undefined to send the whole file:
 * without a header, or with one that is malformed, in another unit, or of several ranges, which a
 * server may ignore. `unsatisfiable` if the range begins after the end.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/iu.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
