import type { LanguageOf, WithOwnWords, WriteStay } from '../../widget/page/interface'

/*
 * The widget's part of the page, as types for the Worker. Its sources are checked with the types of a browser, which conflict
 * with those of a Worker.
 */
export declare const languageOf: LanguageOf
export declare const withOwnWords: WithOwnWords
export declare const writeStay: WriteStay
/** The style rules of the element's shadow tree. */
export declare const elementStyles: string
