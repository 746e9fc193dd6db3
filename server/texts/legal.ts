import { type Html, html } from '../../lib/html.ts'
import { type Brand, legalLinks } from './brand.ts'
import type { PageLanguage } from './texts.ts'

/** The names of imprint, privacy and terms, as sites of each language call them. */
const names: Record<PageLanguage, readonly [imprint: string, privacy: string, terms: string]> = {
  en: ['Legal notice', 'Privacy', 'Terms of use'],
  ar: ['إشعار قانوني', 'الخصوصية', 'شروط الاستخدام'],
  de: ['Impressum', 'Datenschutz', 'Nutzungsbedingungen'],
  el: ['Νομική σημείωση', 'Απόρρητο', 'Όροι χρήσης'],
  es: ['Aviso legal', 'Privacidad', 'Condiciones de uso'],
  fr: ['Mentions légales', 'Confidentialité', "Conditions d'utilisation"],
  he: ['הודעה משפטית', 'פרטיות', 'תנאי שימוש'],
  hi: ['कानूनी सूचना', 'गोपनीयता', 'उपयोग की शर्तें'],
  id: ['Informasi hukum', 'Privasi', 'Ketentuan penggunaan'],
  it: ['Note legali', 'Privacy', "Condizioni d'uso"],
  ja: ['運営者情報', 'プライバシー', '利用規約'],
  ko: ['법적 고지', '개인정보 처리방침', '이용약관'],
  nl: ['Colofon', 'Privacy', 'Gebruiksvoorwaarden'],
  pl: ['Nota prawna', 'Prywatność', 'Warunki korzystania'],
  pt: ['Aviso legal', 'Privacidade', 'Termos de uso'],
  ru: ['Правовая информация', 'Конфиденциальность', 'Условия использования'],
  sv: ['Juridisk information', 'Integritet', 'Användarvillkor'],
  th: ['ประกาศทางกฎหมาย', 'ความเป็นส่วนตัว', 'ข้อกำหนดการใช้งาน'],
  tr: ['Yasal bildirim', 'Gizlilik', 'Kullanım koşulları'],
  uk: ['Правова інформація', 'Конфіденційність', 'Умови використання'],
  vi: ['Thông báo pháp lý', 'Quyền riêng tư', 'Điều khoản sử dụng'],
  'zh-Hans': ['法律声明', '隐私', '使用条款'],
  'zh-Hant': ['法律聲明', '隱私', '使用條款'],
}

/** Returns links to the legal pages that the school has, named in these languages. */
export function legalLinksOf(
  { links }: Pick<Brand, 'links'>,
  languages: readonly PageLanguage[],
): Html[] {
  return legalLinks.flatMap((kind, index) => {
    const url = links[kind]
    if (url === undefined) return []
    const named = languages.map((tag) => html`<span lang="${tag}">${names[tag][index]}</span>`)
    return [html`<a href="${url}">${named}</a>\n`]
  })
}
