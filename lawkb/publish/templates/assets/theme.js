// Before the first paint: the text size and the colours that the reader chose on an earlier page.
for (const name of ["size", "theme"]) {
  try {
    document.documentElement.dataset[name] = localStorage.getItem(`lawkb.${name}`) || "";
  } catch { /* private mode */ }
}
