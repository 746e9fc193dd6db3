/** The fixed words of a certificate. */
export interface Words {
  certificate: string
  heading: string
  beforeName: string
  beforeCourse: string
  completedOn: string
  workload: string
  issuedBy: string
  issuedOn: string
  code: string
  verifyAt: string
}

const english: Words = {
  certificate: 'Certificate',
  heading: 'Certificate of Completion',
  beforeName: 'This certifies that',
  beforeCourse: 'has completed the course',
  completedOn: 'Completed on',
  workload: 'Workload',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  code: 'Verification code',
  verifyAt: 'Verify this certificate at',
}

// The sentence around name and course is put so that it fits every name, whatever its gender.
const catalogue: Partial<Record<string, Words>> = {
  en: english,
  ar: {
    certificate: 'شهادة',
    heading: 'شهادة إتمام',
    beforeName: 'تُمنح هذه الشهادة إلى',
    beforeCourse: 'تقديرًا لإتمام الدورة',
    completedOn: 'تاريخ الإتمام',
    workload: 'مدة الدراسة',
    issuedBy: 'جهة الإصدار',
    issuedOn: 'تاريخ الإصدار',
    code: 'رمز التحقق',
    verifyAt: 'للتحقق من هذه الشهادة',
  },
  de: {
    certificate: 'Zertifikat',
    heading: 'Zertifikat',
    beforeName: 'Hiermit wird bescheinigt:',
    beforeCourse: 'hat folgenden Kurs abgeschlossen:',
    completedOn: 'Abgeschlossen am',
    workload: 'Umfang',
    issuedBy: 'Ausgestellt von',
    issuedOn: 'Ausgestellt am',
    code: 'Prüfcode',
    verifyAt: 'Echtheit prüfen unter',
  },
  el: {
    certificate: 'Πιστοποιητικό',
    heading: 'Πιστοποιητικό Ολοκλήρωσης',
    beforeName: 'Πιστοποιείται ότι',
    beforeCourse: 'ολοκλήρωσε το μάθημα',
    completedOn: 'Ημερομηνία ολοκλήρωσης',
    workload: 'Διάρκεια',
    issuedBy: 'Εκδότης',
    issuedOn: 'Ημερομηνία έκδοσης',
    code: 'Κωδικός επαλήθευσης',
    verifyAt: 'Επαλήθευση στη διεύθυνση',
  },
  es: {
    certificate: 'Certificado',
    heading: 'Certificado de finalización',
    beforeName: 'Se certifica que',
    beforeCourse: 'ha completado el curso',
    completedOn: 'Completado el',
    workload: 'Duración',
    issuedBy: 'Emitido por',
    issuedOn: 'Emitido el',
    code: 'Código de verificación',
    verifyAt: 'Compruebe este certificado en',
  },
  fr: {
    certificate: 'Certificat',
    heading: 'Certificat de réussite',
    beforeName: 'Nous certifions que',
    beforeCourse: 'a terminé le cours',
    completedOn: 'Terminé le',
    workload: 'Durée',
    issuedBy: 'Délivré par',
    issuedOn: 'Délivré le',
    code: 'Code de vérification',
    verifyAt: 'Vérifiez ce certificat à l’adresse',
  },
  he: {
    certificate: 'תעודה',
    heading: 'תעודת סיום',
    beforeName: 'אנו מאשרים כי',
    beforeCourse: 'השלים/ה את הקורס',
    completedOn: 'תאריך סיום',
    workload: 'היקף',
    issuedBy: 'מטעם',
    issuedOn: 'תאריך הנפקה',
    code: 'קוד אימות',
    verifyAt: 'לאימות התעודה',
  },
  hi: {
    certificate: 'प्रमाणपत्र',
    heading: 'पूर्णता प्रमाणपत्र',
    beforeName: 'प्रमाणित किया जाता है कि',
    beforeCourse: 'ने यह पाठ्यक्रम पूरा किया है',
    completedOn: 'पूर्ण होने की तिथि',
    workload: 'अवधि',
    issuedBy: 'जारीकर्ता',
    issuedOn: 'जारी करने की तिथि',
    code: 'सत्यापन कोड',
    verifyAt: 'इस प्रमाणपत्र का सत्यापन यहाँ करें',
  },
  id: {
    certificate: 'Sertifikat',
    heading: 'Sertifikat Penyelesaian',
    beforeName: 'Dengan ini dinyatakan bahwa',
    beforeCourse: 'telah menyelesaikan kursus',
    completedOn: 'Diselesaikan pada',
    workload: 'Durasi',
    issuedBy: 'Diterbitkan oleh',
    issuedOn: 'Diterbitkan pada',
    code: 'Kode verifikasi',
    verifyAt: 'Periksa sertifikat ini di',
  },
  it: {
    certificate: 'Attestato',
    heading: 'Attestato di completamento',
    beforeName: 'Si attesta che',
    beforeCourse: 'ha completato il corso',
    completedOn: 'Completato il',
    workload: 'Durata',
    issuedBy: 'Rilasciato da',
    issuedOn: 'Rilasciato il',
    code: 'Codice di verifica',
    verifyAt: 'Verifica questo attestato su',
  },
  ja: {
    certificate: '修了証',
    heading: '修了証',
    beforeName: '下記の者は',
    beforeCourse: '次の課程を修了したことを証します',
    completedOn: '修了日',
    workload: '学習時間',
    issuedBy: '発行者',
    issuedOn: '発行日',
    code: '確認コード',
    verifyAt: 'この修了証の確認先',
  },
  ko: {
    certificate: '수료증',
    heading: '수료증',
    beforeName: '아래 사람은',
    beforeCourse: '다음 과정을 수료하였음을 증명합니다',
    completedOn: '수료일',
    workload: '학습 시간',
    issuedBy: '발급 기관',
    issuedOn: '발급일',
    code: '확인 코드',
    verifyAt: '수료증 확인 주소',
  },
  nl: {
    certificate: 'Certificaat',
    heading: 'Certificaat',
    beforeName: 'Hierbij wordt verklaard dat',
    beforeCourse: 'de volgende cursus heeft voltooid:',
    completedOn: 'Voltooid op',
    workload: 'Omvang',
    issuedBy: 'Uitgegeven door',
    issuedOn: 'Uitgegeven op',
    code: 'Verificatiecode',
    verifyAt: 'Controleer dit certificaat op',
  },
  pl: {
    certificate: 'Certyfikat',
    heading: 'Certyfikat ukończenia kursu',
    beforeName: 'Niniejszym zaświadcza się, że',
    beforeCourse: 'ukończył(a) kurs',
    completedOn: 'Data ukończenia',
    workload: 'Czas nauki',
    issuedBy: 'Wystawca',
    issuedOn: 'Data wystawienia',
    code: 'Kod weryfikacyjny',
    verifyAt: 'Sprawdź ten certyfikat pod adresem',
  },
  pt: {
    certificate: 'Certificado',
    heading: 'Certificado de conclusão',
    beforeName: 'Certifica-se que',
    beforeCourse: 'concluiu o curso',
    completedOn: 'Concluído em',
    workload: 'Carga horária',
    issuedBy: 'Emitido por',
    issuedOn: 'Emitido em',
    code: 'Código de verificação',
    verifyAt: 'Verifique este certificado em',
  },
  ru: {
    certificate: 'Сертификат',
    heading: 'Сертификат об окончании курса',
    beforeName: 'Настоящим подтверждается, что',
    beforeCourse: 'окончил(а) курс',
    completedOn: 'Дата окончания',
    workload: 'Объём',
    issuedBy: 'Кем выдан',
    issuedOn: 'Дата выдачи',
    code: 'Код проверки',
    verifyAt: 'Проверить сертификат',
  },
  sv: {
    certificate: 'Intyg',
    heading: 'Kursintyg',
    beforeName: 'Härmed intygas att',
    beforeCourse: 'har slutfört kursen',
    completedOn: 'Slutförd den',
    workload: 'Omfattning',
    issuedBy: 'Utfärdat av',
    issuedOn: 'Utfärdat den',
    code: 'Verifieringskod',
    verifyAt: 'Kontrollera intyget på',
  },
  th: {
    certificate: 'ประกาศนียบัตร',
    heading: 'ประกาศนียบัตร',
    beforeName: 'ขอรับรองว่า',
    beforeCourse: 'ได้สำเร็จหลักสูตร',
    completedOn: 'สำเร็จเมื่อ',
    workload: 'ระยะเวลาเรียน',
    issuedBy: 'ออกโดย',
    issuedOn: 'ออกเมื่อ',
    code: 'รหัสตรวจสอบ',
    verifyAt: 'ตรวจสอบได้ที่',
  },
  tr: {
    certificate: 'Sertifika',
    heading: 'Kurs Bitirme Belgesi',
    beforeName: 'Bu belge ile onaylanır:',
    beforeCourse: 'aşağıdaki kursu tamamlamıştır:',
    completedOn: 'Tamamlanma tarihi',
    workload: 'Süre',
    issuedBy: 'Düzenleyen',
    issuedOn: 'Düzenlenme tarihi',
    code: 'Doğrulama kodu',
    verifyAt: 'Bu belgeyi doğrulayın',
  },
  uk: {
    certificate: 'Сертифікат',
    heading: 'Сертифікат про завершення курсу',
    beforeName: 'Цим підтверджується, що',
    beforeCourse: 'завершив(ла) курс',
    completedOn: 'Дата завершення',
    workload: 'Обсяг',
    issuedBy: 'Ким видано',
    issuedOn: 'Дата видачі',
    code: 'Код перевірки',
    verifyAt: 'Перевірити сертифікат',
  },
  vi: {
    certificate: 'Chứng chỉ',
    heading: 'Chứng nhận hoàn thành',
    beforeName: 'Chứng nhận',
    beforeCourse: 'đã hoàn thành khóa học',
    completedOn: 'Hoàn thành ngày',
    workload: 'Thời lượng',
    issuedBy: 'Đơn vị cấp',
    issuedOn: 'Ngày cấp',
    code: 'Mã xác minh',
    verifyAt: 'Xác minh chứng nhận tại',
  },
  'zh-Hans': {
    certificate: '结业证书',
    heading: '结业证书',
    beforeName: '兹证明',
    beforeCourse: '已完成以下课程',
    completedOn: '完成日期',
    workload: '学习时长',
    issuedBy: '颁发机构',
    issuedOn: '颁发日期',
    code: '验证码',
    verifyAt: '证书验证网址',
  },
  'zh-Hant': {
    certificate: '結業證書',
    heading: '結業證書',
    beforeName: '茲證明',
    beforeCourse: '已完成以下課程',
    completedOn: '完成日期',
    workload: '學習時數',
    issuedBy: '頒發機構',
    issuedOn: '頒發日期',
    code: '驗證碼',
    verifyAt: '證書驗證網址',
  },
}

export interface Wording {
  words: Words
  /** The BCP 47 tag that words, dates and numbers are in. */
  locale: string
  direction: 'ltr' | 'rtl'
}

/**
 * The words for a BCP 47 language tag and the tag they are really in, so that date and words never
 * stand in two languages. Unknown and malformed tags get English.
 */
export function wordsFor(language: string): Wording {
  const locale = parseLocale(language)
  const words =
    locale &&
    (catalogue[locale.language] ?? catalogue[`${locale.language}-${locale.maximize().script}`])
  if (locale === undefined || words === undefined)
    return { words: english, locale: 'en', direction: 'ltr' }
  return {
    words,
    locale: locale.baseName,
    direction: ['ar', 'he'].includes(locale.language) ? 'rtl' : 'ltr',
  }
}

function parseLocale(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    return undefined
  }
}
