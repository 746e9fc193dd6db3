import { toDisplayText } from '../../../lib/display-text.ts'
import { toFileName } from '../../../lib/files/file-names.ts'

/**
 * Returns how to show a file of any name (RFC 6266): the name in ASCII for every client, and
 * unchanged for clients that support RFC 8187.
 */
export function namedDisposition(how: 'inline' | 'attachment', name: string): string {
  const shown =
    toDisplayText(name)
      .replace(/[\\/:*?"<>|]/g, ' ')
      .trim() || 'file'
  const plain = shown.replace(/[^\x20-\x7e]|%/g, '_')
  return `${how}; filename="${plain}"; filename*=UTF-8''${encode(shown)}`
}

/**
 * Returns the header of a download (RFC 6266) with a plain file name for every client, and a
 * readable one for clients that support RFC 8187. Both have the same extension.
 */
export function attachmentOf(plainName: string, readableName: string): string {
  const [, stem = '', extension = ''] = /^(.*)(\.\w+)$/su.exec(readableName) ?? []
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encode(toFileName(stem) + extension)}`
}

function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (symbol) => `%${symbol.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
