import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: 'Xác minh chứng chỉ',
  checkLead: 'Nhập mã in trên chứng chỉ hoặc chọn tệp PDF của chứng chỉ.',
  code: 'Mã trên chứng chỉ',
  codeHint: '17 chữ cái và chữ số. Không phân biệt chữ hoa, dấu gạch ngang và khoảng trắng.',
  submit: 'Xác minh',
  checkAnother: 'Xác minh chứng chỉ khác',
  nameNotGiven: 'Chưa cung cấp tên',

  valid: 'Chứng chỉ này hợp lệ',
  validNote: 'Do {issuer} cấp và hiện còn hiệu lực.',
  revoked: 'Chứng chỉ này đã bị thu hồi',
  revokedNote: '{issuer} đã tuyên bố chứng chỉ vô hiệu vào {date}.',
  superseded: 'Chứng chỉ này đã được thay thế',
  supersededNote: 'Một chứng chỉ mới hơn đã thay thế vào {date}.',
  expired: 'Chứng chỉ này đã hết hạn',
  expiredNote: 'Chứng chỉ có hiệu lực đến hết {date}.',
  toSuccessor: 'Xem chứng chỉ mới hơn',

  facts: 'Nội dung chứng chỉ',
  verificationCode: 'Mã',
  pdfHash: 'SHA-256 của tệp PDF',
  download: 'Tải tệp PDF',
  credential: 'Open Badge (đã ký)',

  mistyped: 'Mã này bị gõ sai',
  mistypedNote: 'Hãy so lại với chứng chỉ, từng ký tự một.',
  unknown: 'Không có chứng chỉ nào mang mã này',
  unknownNote:
    'Chúng tôi chưa từng cấp mã này. Nếu trên chứng chỉ ghi đúng như vậy thì chứng chỉ đó ' +
    'không phải của chúng tôi.',
  unknownFile: 'Tệp này không phải chứng chỉ của chúng tôi',
  unknownFileNote:
    'Tệp đã bị sửa sau khi cấp hoặc do bên khác cấp. Nhập mã in trên đó để xem chúng tôi đã ' +
    'cấp gì.',
  overLimit: 'Quá nhiều lượt kiểm tra',
  overLimitNote: 'Hãy đợi một phút rồi thử lại.',
  unavailable: 'Hiện không thể xác minh',
  unavailableNote: 'Lỗi ở phía chúng tôi. Vui lòng thử lại sau giây lát.',

  pdf: 'Bạn có tệp PDF không?',
  pdfLead:
    'Thả tệp vào đây hoặc chọn tệp. Tệp vẫn ở trên thiết bị của bạn: chỉ mã băm được so sánh.',
  choose: 'Chọn tệp PDF',
  same: 'Không thay đổi: tệp này chính là chứng chỉ đã được cấp.',
  different: 'Khác biệt: tệp này không phải tệp PDF được cấp với mã này.',
  added:
    'Bị thay đổi sau khi ký: có nội dung được thêm vào chứng chỉ gốc. Đừng tin những gì tệp ' +
    'hiển thị.',

  share: 'Chia sẻ trên LinkedIn',
  addToProfile: 'Thêm vào hồ sơ LinkedIn',
  copyLink: 'Sao chép liên kết',
  copied: 'Đã sao chép',
  badge: 'Huy hiệu (PNG)',
  languages: 'Ngôn ngữ',
}
