// On every page: what was visited once is there without a network, and opened from a disk the studio is the one file.
"use strict";
(() => {
  if (location.protocol === "file:") {
    // Scripts of other files and the service do not run from a disk.
    for (const link of document.querySelectorAll("a[data-alone]")) link.href = link.dataset.alone;
    for (const live of document.querySelectorAll("[data-live], sandtable-odds")) live.hidden = true;
    for (const still of document.querySelectorAll("img.still")) still.hidden = false;
    return;
  }
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register(new URL("sw.js", document.currentScript.src)).catch((error) => console.warn(error));
})();
