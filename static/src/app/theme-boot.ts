// Runs before the first paint: the remembered theme and language, so that nothing flashes.

try {
  const kept = JSON.parse(localStorage.getItem("tapescope") ?? "{}") as
    { theme?: unknown; language?: unknown };
  const root = document.documentElement;
  if (kept.theme === "light" || kept.theme === "dark") root.dataset["theme"] = kept.theme;
  const offered = root.dataset["languages"] ?? "en zh";
  if (offered === "zh" || (kept.language === "zh" && offered.includes("zh"))) root.lang = "zh-CN";
} catch {
  // A browser that keeps nothing (or nonsense) gets the defaults.
}
