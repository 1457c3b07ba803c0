declare module "virtual:docs" {
  const pages: { name: string; text: string }[];
  export default pages;
}
