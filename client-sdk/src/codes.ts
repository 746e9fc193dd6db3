/**
 * Finds the verification code in what somebody scanned, copied or typed: the code in any case, with
 * or without dashes and spaces, O for 0, I and L for 1; the URL of a verification page, a PDF or a
 * credential, whatever follows the code; the text of a QR code. Returns it as printed,
 * `XXXX-XXXX-XXXX-XXXX-C`, or undefined if there is none.
 */
export function codeIn(text: string): string | undefined {
  const [url = ''] = text.split('#', 1)
  // Skips the host, and reads the path from its end: a host, a folder or a campaign value after `?`
  // could look like a code.
  const [path = '', ...values] = url.replace(/^\s*\w+:\/\/[^/?]*/, '').split(/[?&=]/)
  const parts = [...path.split('/').reverse(), ...values]
  for (const part of parts) {
    const code = readCode(part)
    if (code !== undefined) return code
  }
  return undefined
}

function readCode(part: string): string | undefined {
  const code = unescaped(part)
    .replace(/\.[a-z]+$/i, '')
    .replace(/[\s\u2010-\u2015\u2212-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{17}$/.test(code) ? code.replace(/(.{4})(?=.)/g, '$1-') : undefined
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
