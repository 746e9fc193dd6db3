import { findText, t } from '../../texts/texts.ts'
import { listed, showBytes } from '../../ui/format.ts'

/** Names media types as people do: “pictures or PDF”. */
export function kindsOf(types: readonly string[]): string {
  return listed(types.map(kindOf))
}

function kindOf(type: string): string {
  const [family = '', format = ''] = type.split('/')
  if (format === '*') return findText(`fileKind.${family}`) ?? family
  const name = format.replace(/^(x-|vnd\.)/, '').replace(/\+.*$/, '')
  return findText(`fileKind.${type}`) ?? name.toUpperCase()
}

/**
 * Returns why the server would refuse a file once it is handed in, by the same rule. A file of no
 * type that the browser knows is left to the server, which looks into it.
 */
export function whyRefused(
  { type, size }: Pick<File, 'type' | 'size'>,
  allowed: readonly string[],
  mostBytes = Number.POSITIVE_INFINITY,
): string | undefined {
  if (size > mostBytes) return t('assignment.tooLarge', { most: showBytes(mostBytes) })
  const isAllowed = allowed.some(
    (one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )
  if (allowed.length === 0 || type === '' || isAllowed) return undefined
  return t('assignment.wrongType', { types: kindsOf(allowed) })
}
