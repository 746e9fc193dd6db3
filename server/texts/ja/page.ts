import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: '修了証の確認',
  checkLead: '修了証に記載されたコードを入力するか、PDFを選択してください。',
  code: '修了証のコード',
  codeHint: '英数字17文字です。大文字・小文字、ハイフン、空白の違いは問いません。',
  submit: '確認する',
  checkAnother: '別の修了証を確認する',
  nameNotGiven: '氏名の記載なし',

  valid: 'この修了証は有効です',
  validNote: '発行者：{issuer}。現在有効です。',
  revoked: 'この修了証は取り消されました',
  revokedNote: '{issuer}が{date}に無効としました。',
  superseded: 'この修了証は差し替えられました',
  supersededNote: '{date}に新しい修了証に差し替えられました。',
  expired: 'この修了証は有効期限が切れています',
  expiredNote: '有効期限は{date}まででした。',
  toSuccessor: '新しい修了証を見る',

  facts: '修了証の内容',
  verificationCode: 'コード',
  pdfHash: 'PDFのSHA-256',
  download: 'PDFをダウンロード',
  credential: 'Open Badge（署名付き）',

  mistyped: 'コードに入力ミスがあります',
  mistypedNote: '修了証ともう一度、1文字ずつ見比べてください。',
  unknown: 'このコードの修了証はありません',
  unknownNote:
    'このコードは発行されていません。修了証にこのとおり記載されている場合、その修了証は当方のものではありません。',
  unknownFile: 'このファイルは当方の修了証ではありません',
  unknownFileNote:
    '発行後に変更されたか、別の発行元によるものです。記載されたコードを入力すると、発行した内容を確認できます。',
  overLimit: '確認の回数が多すぎます',
  overLimitNote: '1分ほど待ってから、もう一度お試しください。',
  unavailable: '現在、確認できません',
  unavailableNote: '当方の問題です。しばらくしてからもう一度お試しください。',

  pdf: 'PDFをお持ちですか？',
  pdfLead:
    'ここにドロップするか、選択してください。ファイルは端末から送信されません。ハッシュ値だけを照合します。',
  choose: 'PDFを選択',
  same: '変更なし：このファイルは発行された修了証そのものです。',
  different: '不一致：このファイルは、このコードで発行されたPDFではありません。',
  added: '署名後に変更あり：元の修了証に何かが追加されています。表示内容を信用しないでください。',

  share: 'LinkedInで共有',
  addToProfile: 'LinkedInのプロフィールに追加',
  copyLink: 'リンクをコピー',
  copied: 'コピーしました',
  badge: 'バッジ（PNG）',
  languages: '言語',
}
