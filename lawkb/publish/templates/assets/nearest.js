// A place that a law does not have under that name: #20F1 and #F1(a) are #F1 and #F1a, as people write
// them; of another one the nearest provision above it is shown.
"use strict";
lawkb.nearest = (wanted) => {
  const find = (id) => id && document.getElementById(id);
  const [law] = document.querySelector("h1").textContent.match(/\d+/) || [""];
  const read = (text) => {
    const path = lawkb.readAddress?.(text);
    return path && String(path[0]) === law ? lawkb.fragment(path).slice(1) : "";
  };
  const meant = [wanted, law + wanted].map(read).find(find);
  if (meant) return location.replace(`#${meant}`);
  let id = wanted;
  while (id && !find(id)) id = id.replace(/(?:-?[a-z]+|\d+|[A-Z]+|.)$/, "");
  find(id || "content").scrollIntoView();
  lawkb.say(document.querySelector("#said").dataset.absent.replace("{place}", /^\d/.test(wanted) ? wanted : law + wanted.replace("-", "")));
};
