// What html-validate holds pages to: every rule it has, but for what stands here with its reason.
export default {
  root: true,
  extends: ["html-validate:recommended", "html-validate:document", "html-validate:a11y"],
  rules: {
    // The script and the style lie beside the page: who could change them could change the page.
    "require-sri": "off",
    // A title is as long as the source made it, with the name of the code behind it.
    "long-title": "off",
    // HTML lets an id begin with a figure, and that of an edition is its year.
    "valid-id": ["error", { relaxed: true }],
  },
};
