/** Basis points as people read them, like `87.5 %`. */
export function writePercent(basisPoints: number, locale: string): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(locale, style).format(basisPoints / 10_000)
}
