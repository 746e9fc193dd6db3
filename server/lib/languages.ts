/**
 * The language among `known` that an Accept-Language header (RFC 9110, 12.5.4) prefers: `de-AT,
 * en;q=0.8` is German. The first one if it prefers none of them.
 */
export function preferredAmong<Known extends string>(
  known: readonly [Known, ...Known[]],
  header: string | undefined,
): Known {
  if (header === undefined) return known[0]
  const wishes = header.split(',').map((wish) => {
    const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return {
      language: range.split('-', 1)[0],
      quality: quality === undefined ? 1 : Number(quality.slice(2)),
    }
  })
  const liked = wishes
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { language } of liked) {
    const spoken = known.find((one) => one === language)
    if (spoken !== undefined) return spoken
    if (language === '*') break
  }
  return known[0]
}
