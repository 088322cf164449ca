/** Marks a text as CSS, for editors and for the build, which removes its white space. Lit's own tag adds code that nothing here needs. */
export const css = String.raw
