/** The fixed words of a certificate. */
export interface Words {
  certificate: string
  heading: string
  beforeName: string
  beforeCourse: string
  completedOn: string
  issuedBy: string
  code: string
  verifyAt: string
}

const english: Words = {
  certificate: 'Certificate',
  heading: 'Certificate of Completion',
  beforeName: 'This certifies that',
  beforeCourse: 'has completed the course',
  completedOn: 'Completed on',
  issuedBy: 'Issued by',
  code: 'Verification code',
  verifyAt: 'Verify this certificate at',
}

const catalogue: Partial<Record<string, Words>> = {
  en: english,
  de: {
    certificate: 'Zertifikat',
    heading: 'Zertifikat',
    beforeName: 'Hiermit wird bescheinigt:',
    beforeCourse: 'hat folgenden Kurs abgeschlossen:',
    completedOn: 'Abgeschlossen am',
    issuedBy: 'Ausgestellt von',
    code: 'Prüfcode',
    verifyAt: 'Echtheit prüfen unter',
  },
  es: {
    certificate: 'Certificado',
    heading: 'Certificado de finalización',
    beforeName: 'Se certifica que',
    beforeCourse: 'ha completado el curso',
    completedOn: 'Completado el',
    issuedBy: 'Emitido por',
    code: 'Código de verificación',
    verifyAt: 'Compruebe este certificado en',
  },
  fr: {
    certificate: 'Certificat',
    heading: 'Certificat de réussite',
    beforeName: 'Nous certifions que',
    beforeCourse: 'a terminé le cours',
    completedOn: 'Terminé le',
    issuedBy: 'Délivré par',
    code: 'Code de vérification',
    verifyAt: 'Vérifiez ce certificat à l’adresse',
  },
}

/**
 * The words for a BCP 47 language tag and the tag they are really in, so that date and words never stand in two languages.
 * Unknown and malformed tags get English.
 */
export function wordsFor(language: string): { words: Words; locale: string } {
  const locale = parseLocale(language)
  const words = locale === undefined ? undefined : catalogue[locale.language]
  return words === undefined || locale === undefined ? { words: english, locale: 'en' } : { words, locale: locale.baseName }
}

function parseLocale(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    return undefined
  }
}
