// The build turns imported styles into the style of the page.
declare module "*.css";
