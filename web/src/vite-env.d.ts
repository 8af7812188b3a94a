// Modules that the build makes: asset addresses and the transcoder's worker file.
/// <reference types="vite/client" />

declare module "virtual:basis-worker-url" {
  const address: string;
  export default address;
}
