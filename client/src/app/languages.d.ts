/** Every language in its parts, each to be fetched; made when the client is built. */
declare module 'virtual:languages' {
  type Locale = 'en' | 'de' | 'fr' | 'it' | 'nl' | 'es' | 'pt'
  export type Part = 'start' | 'lobby' | 'pages' | 'hints' | 'lessons' | 'pad'
  export type Texts = Readonly<Record<string, string | ((inputs: object) => string)>>
  export const languages: Readonly<Record<Locale, Readonly<Record<Part, () => Promise<Texts>>>>>
}
