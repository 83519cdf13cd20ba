/** Its own types are those of another kind of module than the file that Node loads. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    /** One level for each code unit; odd ones go from right to left. */
    getEmbeddingLevels(text: string): { readonly levels: Uint8Array };
    getMirroredCharacter(letter: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
