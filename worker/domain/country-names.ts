import { memoize } from '../../schema/memoize'
import { countryCodes } from '../../schema/wire/countries'

/*
 * English names of countries. CLDR's names are those of the runtime, in the long and the short form; the names of ISO 3166-1 that
 * differ, and other names that guests write, are listed here.
 */

const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  BN: ['Brunei Darussalam'],
  BO: ['Bolivia (Plurinational State of)'],
  BQ: ['Bonaire, Sint Eustatius and Saba'],
  CD: ['Congo (the Democratic Republic of the)', 'DR Congo'],
  CG: ['Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde', 'Cape Verde'],
  CZ: ['Czech Republic', 'Czechia'],
  FK: ['Falkland Islands (the) [Malvinas]'],
  FM: ['Micronesia (Federated States of)'],
  GB: ['United Kingdom of Great Britain and Northern Ireland', 'UK', 'Great Britain', 'England', 'Scotland', 'Wales'],
  HK: ['Hong Kong'],
  HM: ['Heard Island and McDonald Islands'],
  IE: ['Republic of Ireland'],
  IR: ['Iran (Islamic Republic of)'],
  KP: ["Korea (the Democratic People's Republic of)"],
  KR: ['Korea (the Republic of)'],
  LA: ["Lao People's Democratic Republic"],
  MD: ['Moldova (the Republic of)'],
  MF: ['Saint Martin (French part)'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macao', 'Macau'],
  NL: ['Netherlands (Kingdom of the)', 'Holland'],
  PN: ['Pitcairn'],
  PS: ['Palestine, State of'],
  RU: ['Russian Federation'],
  SH: ['Saint Helena, Ascension and Tristan da Cunha'],
  SX: ['Sint Maarten (Dutch part)'],
  SY: ['Syrian Arab Republic'],
  TR: ['Türkiye', 'Turkey'],
  TW: ['Taiwan (Province of China)'],
  TZ: ['Tanzania, the United Republic of'],
  UM: ['United States Minor Outlying Islands'],
  US: ['United States of America', 'USA'],
  VA: ['Holy See', 'Holy See (Vatican City State)'],
  VE: ['Venezuela (Bolivarian Republic of)'],
  VN: ['Viet Nam'],
}

const longNames = memoize(() => new Intl.DisplayNames('en', { type: 'region' }))
const shortNames = memoize(() => new Intl.DisplayNames('en', { type: 'region', style: 'short' }))

/** The English name of a country. */
export const countryName = (code: string): string => longNames().of(code) ?? code

const codesByName = memoize(
  () =>
    new Map(
      [...countryCodes()].flatMap(code =>
        [countryName(code), shortNames().of(code) ?? code, ...(OTHER_NAMES[code] ?? [])].map(
          name => [comparable(name), code] as const,
        ),
      ),
    ),
)

/** The alpha-2 code of a country by its English name; undefined where no country has it. */
export const codeOfName = (name: string): string | undefined => codesByName().get(comparable(name))

const UNIMPORTANT = new Set(['the', 'and', 'of'])

/**
 * A name as it is compared: without accents, apostrophes, points, case and order of its words, since ISO writes "Korea, Republic of"
 * for "Republic of Korea".
 */
const comparable = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}.'’‘ʼ`´]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(word => (word === 'st' ? 'saint' : word))
    .filter(word => word && !UNIMPORTANT.has(word))
    .sort()
    .join(' ')
