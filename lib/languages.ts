/** Bounds a stranger's header, which may list thousands. Nobody has more languages than this. */
const maxWishes = 16
const maxWishLength = 100

/**
 * Returns the language among `known` that an Accept-Language header (RFC 9110, 12.5.4) prefers:
 * `de-AT, en;q=0.8` is German. Returns the first one if it prefers none of them.
 */
export function preferredAmong<Known extends string>(
  known: readonly [Known, ...Known[]],
  header: string | undefined,
): Known {
  if (header === undefined) return known[0]
  const wishes = header.split(',', maxWishes).map((wish) => {
    const [range = '', ...parameters] = wish
      .slice(0, maxWishLength)
      .split(';')
      .map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return {
      range,
      language: range.split('-', 1)[0],
      quality: quality === undefined ? 1 : Number(quality.slice(2)),
    }
  })
  const liked = wishes
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { range, language } of liked) {
    if (language === '*') break
    const spoken = findAmong(known, range)
    if (spoken !== undefined) return spoken
  }
  return known[0]
}

/** Returns the language among `known` for a tag: `de` for `de-AT`, `zh-Hant` for `zh-TW`. */
export function findAmong<Known extends string>(
  known: readonly Known[],
  tag: string,
): Known | undefined {
  const locale = parseLocale(tag)
  if (locale === undefined) return undefined
  const { language } = locale
  const script = () => `${language}-${locale.maximize().script}`
  return known.find((one) => one === language) ?? known.find((one) => one === script())
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}
