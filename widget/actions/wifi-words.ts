import type { WifiWords } from '../locales/words.ts'

/** The English words for the Wi-Fi. They are not with the others in English, which are part of the script. */
export const WIFI_WORDS: WifiWords = {
  title: 'Wi-Fi',
  network: 'Network',
  password: 'Password',
  copy: 'Copy password',
  copied: 'Password copied.',
  code: 'QR code',
  scan: 'Connect another device: scan this with its camera',
  from: 'From the day of arrival, the Wi-Fi appears here if this page has a connection.',
}
