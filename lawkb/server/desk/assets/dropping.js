// A file that is dropped on the page of files is chosen, and what it would do is shown at once.
"use strict";
(() => {
  const form = document.querySelector(".dropping");
  if (!form) return;
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    form.elements.file.files = event.dataTransfer.files;
    form.requestSubmit();
  });
})();
