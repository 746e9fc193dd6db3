/** Whether If-None-Match names the tag (RFC 9110, 13.1.2: compared weakly). */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim())
  return known.some((one) => one === '*' || one.replace(/^W\//, '') === tag.replace(/^W\//, ''))
}
