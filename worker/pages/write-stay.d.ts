import type { LanguageOf, WriteStay } from '../../widget/page/interface'

/*
 * The widget's part of the page, as the Worker sees it. Its sources are checked with a browser's types, which do not go
 * together with a Worker's.
 */
export declare const languageOf: LanguageOf
export declare const writeStay: WriteStay
/** The rules of the element's shadow tree. */
export declare const elementStyles: string
