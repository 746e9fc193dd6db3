import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Verifikasi sertifikat',
  checkLead: 'Masukkan kode yang tercetak pada sertifikat, atau pilih PDF-nya.',
  code: 'Kode pada sertifikat',
  codeHint: '17 huruf dan angka. Huruf besar, tanda hubung, dan spasi tidak berpengaruh.',
  submit: 'Verifikasi',
  checkAnother: 'Verifikasi sertifikat lain',
  nameNotGiven: 'Nama tidak dicantumkan',

  valid: 'Sertifikat ini sah',
  validNote: 'Diterbitkan oleh {issuer} dan saat ini berlaku.',
  revoked: 'Sertifikat ini telah dicabut',
  revokedNote: '{issuer} menyatakannya tidak berlaku pada {date}.',
  superseded: 'Sertifikat ini telah diganti',
  supersededNote: 'Sertifikat yang lebih baru menggantikannya pada {date}.',
  expired: 'Masa berlaku sertifikat ini telah berakhir',
  expiredNote: 'Sertifikat ini berlaku hingga {date}.',
  toSuccessor: 'Lihat sertifikat yang lebih baru',

  facts: 'Rincian sertifikat',
  verificationCode: 'Kode',
  pdfHash: 'SHA-256 dari PDF',
  download: 'Unduh PDF',
  credential: 'Open Badge (bertanda tangan)',

  mistyped: 'Kode ini salah ketik',
  mistypedNote: 'Cocokkan sekali lagi dengan sertifikat, karakter demi karakter.',
  unknown: 'Tidak ada sertifikat dengan kode ini',
  unknownNote:
    'Kami tidak pernah menerbitkan kode ini. Jika kode pada sertifikat memang begini, ' +
    'sertifikat itu bukan dari kami.',
  unknownFile: 'Berkas ini bukan salah satu sertifikat kami',
  unknownFileNote:
    'Berkas ini diubah setelah diterbitkan, atau diterbitkan pihak lain. Masukkan kode yang ' +
    'tercetak di dalamnya untuk melihat apa yang kami terbitkan.',
  overLimit: 'Terlalu banyak pemeriksaan',
  overLimitNote: 'Tunggu satu menit, lalu coba lagi.',
  unavailable: 'Saat ini kami tidak dapat memverifikasinya',
  unavailableNote: 'Masalahnya ada pada kami. Coba lagi sebentar lagi.',

  pdf: 'Anda punya PDF-nya?',
  pdfLead:
    'Letakkan di sini, atau pilih berkasnya. Berkas tetap di perangkat Anda: hanya sidik ' +
    'digitalnya yang dibandingkan.',
  choose: 'Pilih PDF',
  same: 'Tidak berubah: berkas ini persis sertifikat yang diterbitkan.',
  different: 'Berbeda: berkas ini bukan PDF yang diterbitkan dengan kode ini.',
  added:
    'Diubah setelah ditandatangani: ada yang ditambahkan pada sertifikat asli. Jangan ' +
    'percayai apa yang ditampilkannya.',

  share: 'Bagikan di LinkedIn',
  addToProfile: 'Tambahkan ke profil LinkedIn Anda',
  copyLink: 'Salin tautan',
  copied: 'Tersalin',
  badge: 'Lencana (PNG)',
  languages: 'Bahasa',
}
