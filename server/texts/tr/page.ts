import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Sertifika doğrula',
  checkLead: 'Sertifikanın üzerindeki kodu girin veya PDF dosyasını seçin.',
  code: 'Sertifikadaki kod',
  codeHint: '17 harf ve rakam. Büyük harf, tire ve boşluk fark etmez.',
  submit: 'Doğrula',
  checkAnother: 'Başka bir sertifika doğrula',
  nameNotGiven: 'İsim belirtilmedi',

  valid: 'Bu sertifika geçerli',
  validNote: 'Düzenleyen: {issuer}. Şu anda geçerli.',
  revoked: 'Bu sertifika iptal edildi',
  revokedNote: '{date} tarihinde geçersiz sayıldı. Düzenleyen: {issuer}.',
  superseded: 'Bu sertifika değiştirildi',
  supersededNote: '{date} tarihinde yerini daha yeni bir sertifika aldı.',
  expired: 'Bu sertifikanın süresi doldu',
  expiredNote: '{date} tarihine kadar geçerliydi.',
  toSuccessor: 'Yeni sertifikayı göster',

  facts: 'Sertifikanın içeriği',
  verificationCode: 'Kod',
  pdfHash: 'PDF dosyasının SHA-256 özeti',
  download: 'PDF dosyasını indir',
  credential: 'Open Badge (imzalı)',

  mistyped: 'Bu kod yanlış yazılmış',
  mistypedNote: 'Kodu sertifikayla bir kez daha, karakter karakter karşılaştırın.',
  unknown: 'Bu koda sahip bir sertifika yok',
  unknownNote:
    'Bu kodu hiç vermedik. Sertifikada aynen böyle yazıyorsa o sertifika bize ait değil.',
  unknownFile: 'Bu dosya bizim sertifikalarımızdan biri değil',
  unknownFileNote:
    'Düzenlendikten sonra değiştirilmiş veya başkası tarafından düzenlenmiş. Ne ' +
    'düzenlediğimizi görmek için üzerindeki kodu girin.',
  overLimit: 'Çok fazla doğrulama',
  overLimitNote: 'Bir dakika bekleyip yeniden deneyin.',
  unavailable: 'Şu anda doğrulanamıyor',
  unavailableNote: 'Sorun bizden kaynaklanıyor. Biraz sonra yeniden deneyin.',

  pdf: 'PDF elinizde mi?',
  pdfLead: 'Buraya bırakın veya seçin. Cihazınızda kalır: yalnızca özeti karşılaştırılır.',
  choose: 'PDF seç',
  same: 'Değişmemiş: bu dosya, düzenlenen sertifikanın tam olarak kendisi.',
  different: 'Farklı: bu dosya, bu kodla düzenlenen PDF değil.',
  added:
    'İmzalandıktan sonra değiştirilmiş: özgün sertifikaya bir şey eklenmiş. Gösterdiklerine ' +
    'güvenmeyin.',

  share: "LinkedIn'de paylaş",
  addToProfile: 'LinkedIn profiline ekle',
  copyLink: 'Bağlantıyı kopyala',
  copied: 'Kopyalandı',
  badge: 'Rozet (PNG)',
  languages: 'Diller',
}
