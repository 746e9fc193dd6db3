/**
 * Names that are hard to print, each with the language of its course. Of those the golden pictures
 * are made.
 */
export const goldenNames = [
  { file: 'plain', learnerName: 'Ada Lovelace', language: 'en' },
  { file: 'diacritics', learnerName: 'Łukasz Żółć-Øyvind Þórðarson', language: 'pl' },
  { file: 'vietnamese', learnerName: 'Nguyễn Thị Phương Thảo', language: 'vi' },
  { file: 'greek', learnerName: 'Αλεξάνδρα Παπαδοπούλου', language: 'el' },
  { file: 'cyrillic', learnerName: 'Екатерина Константиновна Ђорђевић', language: 'ru' },
  { file: 'arabic', learnerName: 'مريم عبد الرحمن الشيخ', language: 'ar' },
  { file: 'arabic-digits', learnerName: 'مريم الثانية 1984 (Maryam)', language: 'en' },
  { file: 'hebrew', learnerName: 'שָׂרָה לֵוִי־כֹּהֵן', language: 'he' },
  { file: 'devanagari', learnerName: 'प्रिया शर्मा क्षत्रिय', language: 'hi' },
  { file: 'thai', learnerName: 'สมชาย ใจดีปิ่นเกล้า', language: 'th' },
  { file: 'chinese-simplified', learnerName: '欧阳晓骨直', language: 'zh-Hans' },
  { file: 'chinese-traditional', learnerName: '歐陽曉骨直', language: 'zh-TW' },
  { file: 'japanese', learnerName: '渡邉 さくら 骨直', language: 'ja' },
  { file: 'korean', learnerName: '김민준', language: 'ko' },
  { file: 'emoji', learnerName: 'Grace 👩‍🚀 Hopper 🎓❤️🇬🇷', language: 'en' },
  { file: 'mixed', learnerName: 'Anna 李 Müller-Каренина محمد', language: 'de' },
  {
    file: 'long-words',
    learnerName: 'Wilhelmina Josephine Antoinette '.repeat(4).slice(0, 119),
    language: 'fr',
  },
  { file: 'long-run', learnerName: 'W'.repeat(120), language: 'en' },
  {
    file: 'long-chinese',
    learnerName: '永和九年岁在癸丑暮春之初会于会稽山阴之兰亭修禊事也'.repeat(5).slice(0, 120),
    language: 'zh-CN',
  },
  { file: 'override', learnerName: 'Ada\u202Eecalevol\u202C \u2066Lovelace\u2069', language: 'en' },
  { file: 'zero-width', learnerName: 'A\u200Bd\u2060a\uFEFF Love\u00ADlace', language: 'en' },
  { file: 'stacked-marks', learnerName: `Z${'\u0301\u0302\u0303'.repeat(10)}algo`, language: 'en' },
  { file: 'markup', learnerName: '<b>Ada</b> & "Ada" \\n {{name}}', language: 'es' },
  { file: 'uncovered', learnerName: 'ᏣᎳᎩ Sequoyah', language: 'en' },
] as const
