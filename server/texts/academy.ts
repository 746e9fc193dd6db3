import { findAmong, preferredAmong } from '../../lib/languages.ts'
import { type Language, languages } from './texts.ts'

/** What the academy's page says before its script is there. */
export interface AcademyWords {
  /** Describes the school to those who were sent its address. */
  about: (school: string) => string
  signIn: string
  register: string
  noScript: string
  /** Shown when the script does not come. */
  late: string
  reload: string
}

export const academyWords = {
  en: {
    about: (school) => `Courses of ${school}`,
    signIn: 'Sign in',
    register: 'Create an account',
    noScript: 'This page needs JavaScript. Switch it on in your browser, and reload the page.',
    late: 'This page takes unusually long to load. Check your connection, and reload it.',
    reload: 'Reload',
  },
  de: {
    about: (school) => `Kurse von ${school}`,
    signIn: 'Anmelden',
    register: 'Konto erstellen',
    noScript: 'Diese Seite braucht JavaScript. Schalte es im Browser ein und lade sie neu.',
    late: 'Diese Seite lädt ungewöhnlich lange. Prüfe deine Verbindung und lade sie neu.',
    reload: 'Neu laden',
  },
  fr: {
    about: (school) => `Cours de ${school}`,
    signIn: 'Se connecter',
    register: 'Créer un compte',
    noScript: 'Cette page a besoin de JavaScript. Activez-le dans le navigateur et rechargez-la.',
    late: 'Cette page met longtemps à charger. Vérifiez la connexion et rechargez-la.',
    reload: 'Recharger',
  },
  es: {
    about: (school) => `Cursos de ${school}`,
    signIn: 'Iniciar sesión',
    register: 'Crear una cuenta',
    noScript: 'Esta página necesita JavaScript. Actívalo en el navegador y vuelve a cargarla.',
    late: 'Esta página tarda mucho en cargar. Comprueba la conexión y vuelve a cargarla.',
    reload: 'Volver a cargar',
  },
  ar: {
    about: (school) => `دورات ${school}`,
    signIn: 'تسجيل الدخول',
    register: 'إنشاء حساب',
    noScript: 'تحتاج هذه الصفحة إلى JavaScript. فعّله في المتصفح ثم أعد تحميل الصفحة.',
    late: 'يستغرق تحميل هذه الصفحة وقتًا طويلًا. تحقق من اتصالك ثم أعد تحميلها.',
    reload: 'إعادة التحميل',
  },
} satisfies Record<string, AcademyWords>

export type AcademyLanguage = keyof typeof academyWords
const all = Object.keys(academyWords) as ['en', ...AcademyLanguage[]]

/** Returns the reader's language: of `?lang=`, else of the browser, else the school's first. */
export function academyLanguageOf(
  spoken: readonly [Language, ...Language[]],
  { wish, accepted }: { wish: unknown; accepted: string | undefined },
): AcademyLanguage {
  // A school that left out none of the languages of mails has all of the academy.
  const isAll = languages.every((one) => spoken.includes(one))
  const known = isAll ? ([spoken[0], ...all] as const) : spoken
  const wished = typeof wish === 'string' ? findAmong(known, wish.slice(0, 35)) : undefined
  return wished ?? preferredAmong(known, accepted)
}
