/** `virtual:words/site/de`: compiled texts, made by the plugin in `vite.config.ts`. */
declare module 'virtual:words/*' {
  const messages: import('@lingui/core').Messages;
  export default messages;
}
