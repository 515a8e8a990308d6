// The address of a bundled worker, which Vite builds.
declare module "*?worker&url" {
  const address: string;
  export default address;
}
