import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'אימות תעודה',
  checkLead: 'הזינו את הקוד המודפס על התעודה, או בחרו את קובץ ה-PDF שלה.',
  code: 'הקוד שעל התעודה',
  codeHint: '17 אותיות וספרות. אין חשיבות לאותיות גדולות, למקפים ולרווחים.',
  submit: 'אימות',
  checkAnother: 'אימות תעודה אחרת',
  nameNotGiven: 'השם לא נמסר',

  valid: 'התעודה הזו תקפה',
  validNote: 'הונפקה מטעם {issuer} ותקפה כעת.',
  revoked: 'התעודה הזו בוטלה',
  revokedNote: '{issuer} ביטלה את תוקפה ב-{date}.',
  superseded: 'התעודה הזו הוחלפה',
  supersededNote: 'תעודה חדשה יותר החליפה אותה ב-{date}.',
  expired: 'תוקף התעודה הזו פג',
  expiredNote: 'היא הייתה תקפה עד {date}.',
  toSuccessor: 'לתעודה החדשה יותר',

  facts: 'פרטי התעודה',
  verificationCode: 'קוד',
  pdfHash: 'SHA-256 של ה-PDF',
  download: 'הורדת ה-PDF',
  credential: 'Open Badge (חתום)',

  mistyped: 'נפלה טעות בהקלדת הקוד',
  mistypedNote: 'השוו אותו שוב לתעודה, תו אחר תו.',
  unknown: 'אין תעודה עם הקוד הזה',
  unknownNote: 'מעולם לא הנפקנו את הקוד הזה. אם הוא זהה לקוד שעל התעודה, התעודה אינה שלנו.',
  unknownFile: 'הקובץ הזה אינו תעודה שלנו',
  unknownFileNote:
    'הוא שונה לאחר ההנפקה, או שגורם אחר הנפיק אותו. הזינו את הקוד המודפס עליו כדי לראות מה ' +
    'הנפקנו.',
  overLimit: 'יותר מדי בדיקות',
  overLimitNote: 'המתינו דקה ונסו שוב.',
  unavailable: 'אי אפשר לאמת כרגע',
  unavailableNote: 'התקלה אצלנו. נסו שוב בעוד רגע.',

  pdf: 'יש לכם את ה-PDF?',
  pdfLead: 'גררו אותו לכאן או בחרו אותו. הוא נשאר במכשיר שלכם: רק טביעת האצבע שלו מושווית.',
  choose: 'בחירת PDF',
  same: 'ללא שינוי: הקובץ הזה הוא בדיוק התעודה שהונפקה.',
  different: 'שונה: הקובץ הזה אינו ה-PDF שהונפק עם הקוד הזה.',
  added: 'שונה לאחר החתימה: נוסף משהו לתעודה המקורית. אין לסמוך על מה שמוצג בקובץ.',

  share: 'שיתוף ב-LinkedIn',
  addToProfile: 'הוספה לפרופיל ה-LinkedIn',
  copyLink: 'העתקת הקישור',
  copied: 'הועתק',
  badge: 'תג (PNG)',
  languages: 'שפות',
}
