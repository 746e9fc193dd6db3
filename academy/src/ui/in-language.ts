const rightToLeft = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ur', 'yi']

/** The attributes of an element whose text is in another language than the app. */
export function inLanguageOf(language: string | undefined) {
  if (language === undefined) return {}
  const isRightToLeft = rightToLeft.includes(language.split('-')[0] ?? '')
  return { lang: language, dir: isRightToLeft ? 'rtl' : 'ltr' } as const
}
