import type { OwnPageTexts } from '../types.ts'

export const page: OwnPageTexts = {
  check: '수료증 확인',
  checkLead: '수료증에 적힌 코드를 입력하거나 PDF를 선택하세요.',
  code: '수료증의 코드',
  codeHint: '영문자와 숫자 17자입니다. 대소문자, 하이픈, 공백은 구분하지 않습니다.',
  submit: '확인',
  checkAnother: '다른 수료증 확인',
  nameNotGiven: '이름 미기재',

  valid: '유효한 수료증입니다',
  validNote: '발급 기관: {issuer}. 현재 유효합니다.',
  revoked: '취소된 수료증입니다',
  revokedNote: '{issuer}에서 {date}에 무효로 했습니다.',
  superseded: '교체된 수료증입니다',
  supersededNote: '{date}에 새 수료증으로 교체되었습니다.',
  expired: '유효 기간이 지난 수료증입니다',
  expiredNote: '{date}까지 유효했습니다.',
  toSuccessor: '새 수료증 보기',

  facts: '수료증 내용',
  verificationCode: '코드',
  pdfHash: 'PDF의 SHA-256',
  download: 'PDF 내려받기',
  credential: 'Open Badge(서명됨)',

  mistyped: '코드가 잘못 입력되었습니다',
  mistypedNote: '수료증과 한 글자씩 다시 비교해 보세요.',
  unknown: '이 코드의 수료증이 없습니다',
  unknownNote:
    '발급된 적이 없는 코드입니다. 수료증에 이렇게 적혀 있다면 저희가 발급한 수료증이 아닙니다.',
  unknownFile: '저희가 발급한 수료증 파일이 아닙니다',
  unknownFileNote:
    '발급 후 변경되었거나 다른 곳에서 발급한 파일입니다. 파일에 적힌 코드를 입력하면 발급된 내용을 볼 수 있습니다.',
  overLimit: '확인 요청이 너무 많습니다',
  overLimitNote: '1분 후에 다시 시도하세요.',
  unavailable: '지금은 확인할 수 없습니다',
  unavailableNote: '저희 쪽 문제입니다. 잠시 후 다시 시도하세요.',

  pdf: 'PDF가 있나요?',
  pdfLead: '여기에 놓거나 선택하세요. 파일은 기기에 그대로 있으며 해시만 비교합니다.',
  choose: 'PDF 선택',
  same: '변경 없음: 발급된 수료증과 똑같은 파일입니다.',
  different: '다름: 이 코드로 발급된 PDF가 아닙니다.',
  added: '서명 후 변경됨: 원래 수료증에 무언가가 추가되었습니다. 표시된 내용을 믿지 마세요.',

  share: 'LinkedIn에 공유',
  addToProfile: 'LinkedIn 프로필에 추가',
  copyLink: '링크 복사',
  copied: '복사됨',
  badge: '배지(PNG)',
  languages: '언어',
}
