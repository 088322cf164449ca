/** Country codes of two digits and of one; all others have three. */
const COUNTRY_CODE = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** The number without what groups its digits, as a link has it. */
export const dialed = (phone: string): string => phone.replace(/[^+\d]/g, '')

/** The number as the hotel groups it; else `+351 283 000 140`: in groups, which are easier to read and to dial. */
export function grouped(phone: string): string {
  if (phone !== dialed(phone)) return phone
  const [code = ''] = COUNTRY_CODE.exec(phone) ?? []
  return `${code} ${phone.slice(code.length).replace(/\d{3}(?=\d\d)/g, '$& ')}`
}
