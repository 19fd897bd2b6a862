#!/usr/bin/python3
"""Opens a site of `hashlab site` in headless Chromium and uses it as a reader would.

    site_browser.py SITE [--screenshots FOLDER]

SITE is the folder of the site of results/kept. Exit status 0: all is well; 1: a check failed; 77:
there is no Chromium, chromedriver or Selenium here.
"""

import csv
import json
import os
import re
import shutil
import sys
import tempfile
import time

MOST_FIRST_PAGE = 5_000_000
MOST_BYTES = 60_000_000
MOST_MILLISECONDS = 2000


def skip(why):
    print(why)
    sys.exit(77)


try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.chrome.service import Service
except ImportError:
    skip("no Selenium (python3-selenium)")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    skip("no Chromium (chromium, chromium-driver)")


def check(condition, what):
    if not condition:
        raise AssertionError(what)
    print(f"ok  {what}", flush=True)


def start(downloads):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    arguments = ["--headless=new", "--disable-gpu", "--window-size=1400,1000",
                 "--disable-dev-shm-usage"]
    for argument in arguments + (["--no-sandbox"] if os.geteuid() == 0 else []):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": downloads})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(DRIVER), options=options)


class Site:
    def __init__(self, driver, folder, downloads):
        self.driver, self.folder, self.downloads = driver, os.path.abspath(folder), downloads

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])]"
                        ".map((e) => e.textContent)", selector)

    def wait(self, script, what):
        for _ in range(200):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(f"waited in vain: {what}")

    def open(self, page):
        """Milliseconds until the page answers."""
        self.driver.get("about:blank")
        self.driver.get(f"file://{self.folder}/{page}")
        self.wait("return document.documentElement.dataset.ready !== undefined", f"{page} is ready")
        return float(self.run("return document.documentElement.dataset.ready"))

    def choose(self, name, value):
        self.run("const s = document.querySelector(`#choices [name='${arguments[0]}']`);"
                 "s.value = arguments[1]; s.dispatchEvent(new Event('change'))", name, value)

    def downloaded(self, pattern):
        """The text of a file that a button saved, and its name."""
        for _ in range(200):
            for name in os.listdir(self.downloads):
                if re.fullmatch(pattern, name):
                    path = os.path.join(self.downloads, name)
                    with open(path, "rb") as file:
                        content = file.read()
                    if content:
                        os.remove(path)
                        return name, content
            time.sleep(0.05)
        raise AssertionError(f"no download {pattern}, only {os.listdir(self.downloads)}")

    def draw(self, key):
        self.run("document.querySelector(`[data-figure='${arguments[0]}']`).scrollIntoView()", key)
        self.wait(f"return !document.querySelector(`[data-figure='{key}']`).hashlabFigure.dirty",
                  f"{key} drawn")


def pages_of(folder):
    for place, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(place, name), folder)


def check_sizes(site):
    sizes = {page: os.path.getsize(os.path.join(site.folder, page))
             for page in pages_of(site.folder)}
    first = sizes["index.html"] + sum(n for page, n in sizes.items() if page.startswith("assets/"))
    check(first <= MOST_FIRST_PAGE, f"first page with its scripts: {first / 1e6:.2f} MB")
    total = sum(sizes.values())
    check(total <= MOST_BYTES, f"{len(sizes)} files, {total / 1e6:.1f} MB")


def check_front(site):
    times = [site.open("index.html") for _ in range(3)]
    check(min(times) < MOST_MILLISECONDS,
          f"front page answers after {', '.join(f'{t:.0f}' for t in times)} ms")
    answer = site.find("#answer").text
    check("is best at" in answer and ("certain" in answer), f"the first sentence answers: {answer}")
    check(len(site.all("#front table")) == 2, "an overview and a ranking")
    check(len(site.all("#front td.leader")) > 20, "leaders of many rankings")


def check_filters(site):
    before = len(site.all("#front .pick"))
    site.choose("data", "mnist")
    names = set(site.texts("#front .pick"))
    check(names == {"mnist"} and len(site.all("#front .pick")) < before, "the data set filters")
    site.choose("truth", "same class")
    site.choose("bits", "32")
    check(site.texts("#front thead th")[6] == "32 bits", "one code length is left")
    check("mnist" in site.find("#answer").text and "32 bits" in site.find("#answer").text,
          "the answer is about the choice")
    field = site.find("#choices [name='find']")
    field.send_keys("itq")
    methods = site.texts("#ranking tbody th")
    check(methods and all("itq" in m for m in methods), f"{len(methods)} methods with itq")
    check(site.run("return document.activeElement.name") == "find", "typing keeps the focus")


def sorted_column(site, selector, column):
    return site.run("return [...document.querySelectorAll(`${arguments[0]} tbody tr`)]"
                    ".map((r) => parseFloat(r.cells[arguments[1]].textContent))"
                    ".filter((x) => !Number.isNaN(x))", selector, column)


def check_sorting(site):
    site.open("index.html")
    site.find("#ranking thead th:nth-child(2) button").click()
    down = sorted_column(site, "#ranking", 1)
    check(down == sorted(down, reverse=True) and len(set(down)) > 2, "scores sort, largest first")
    site.find("#ranking thead th:nth-child(2) button").click()
    values = sorted_column(site, "#ranking", 1)
    check(values == sorted(values), "and smallest first")
    check(site.find("#ranking thead th:nth-child(2)").get_attribute("aria-sort") == "ascending",
          "the heading tells a screen reader the order")


def check_shared_address(site):
    site.choose("data", "mnist")
    site.choose("metric", "all")
    site.find("#front .pick").click()
    site.find("#ranking thead th:nth-child(2) button").click()
    view = ("return document.getElementById('front').innerText"
            " + document.getElementById('answer').innerText")
    address, shown = site.driver.current_url, site.run(view)
    check("#" in address and "data=mnist" in address,
          f"the address keeps the view: {address[-60:]}")
    site.driver.get("about:blank")
    site.driver.get(address)
    site.wait("return document.documentElement.dataset.ready !== undefined", "shared page")
    check(site.run(view) == shown, "the shared address gives the same view")


def check_export(site):
    site.open("index.html")
    site.draw("front-bits")
    labels = site.find("[data-figure='front-bits'] svg [aria-label]").get_attribute("aria-label")
    check(re.search(r"\d", labels), f"a mark names itself: {labels}")
    for kind in ("svg", "png", "csv"):
        # A key is a reader's gesture: a browser keeps scripts from saving several files.
        site.find(f"[data-figure='front-bits'] [data-save='{kind}']").send_keys(Keys.ENTER)
        name, content = site.downloaded(rf".*\.{kind}")
        start_of = {"svg": b"<svg", "png": b"\x89PNG", "csv": b"method,"}[kind]
        check(content.startswith(start_of), f"{name}: {len(content)} bytes of {kind}")
    site.find("#save-ranking").send_keys(Keys.ENTER)
    _, ranking = site.downloaded(r"ranking\.csv")
    rows = list(csv.DictReader(ranking.decode().splitlines()))
    check(rows and {"file", "line", "p_holm"} <= set(rows[0]), f"ranking.csv: {len(rows)} rows")
    for row in rows:
        with open(os.path.join(site.folder, "data", row["file"])) as file:
            line = file.read().split("\n")[int(row["line"]) - 1]
        values = next(csv.reader([line]))
        if not any(number(v) == float(row["mean"]) for v in values):
            raise AssertionError(f"{row} is not on line {row['line']} of {row['file']}: {line}")
    print("ok  its numbers are those of the lines that it names")


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def check_numbers(site):
    """Every number of every page equals the line of the CSV that it names."""
    files, checked = {}, 0
    pattern = re.compile(r'data-origin="([^":]+):(\d+)">([^<]+)<')
    for page in pages_of(site.folder):
        if not page.endswith(".html"):
            continue
        with open(os.path.join(site.folder, page)) as file:
            text = file.read()
        for name, line, shown in pattern.findall(text):
            if name not in files:
                with open(os.path.join(site.folder, "data", name)) as file:
                    files[name] = list(csv.reader(file))
            values = [number(v) for v in files[name][int(line) - 1]]
            if not any(v is not None and f"{v:.4f}" == shown for v in values):
                raise AssertionError(f"{page}: {shown} is not in {name}:{line}")
            checked += 1
    with open(os.path.join(site.folder, "index.html")) as file:
        data = json.loads(re.search(r'id="data">(.*?)</script>', file.read(), re.S).group(1))
    for contest in data["contests"]:
        for ranking in contest["rankings"]:
            for place in ranking["places"]:
                row = files_row(site, files, data["files"][place[8]], place[9])
                if place[1] not in [number(v) for v in row]:
                    raise AssertionError(f"front page: {place} is not its line {row}")
                checked += 1
    check(checked > 10_000, f"{checked} numbers equal the lines of the CSVs that they name")


def files_row(site, files, name, line):
    if name not in files:
        with open(os.path.join(site.folder, "data", name)) as file:
            files[name] = list(csv.reader(file))
    return files[name][line - 1]


def check_pages(site):
    site.open("methods/itq-sbq.html")
    check(site.find("h1").text == "itq+sbq", "the page of a method")
    check("Gong" in site.find("main").text, "its paper")
    check(len(site.all("#scores tbody tr")) > 20, "its scores")
    site.find("#scores thead th:nth-child(7) button").click()
    check("scores=6-" in site.driver.current_url, "its order is in the address")
    down = sorted_column(site, "#scores", 6)
    check(down == sorted(down, reverse=True), "its scores sort")
    site.open("datasets/mnist.html")
    check("70000 samples of 784 features" in site.find("main").text, "the page of a data set")
    check(len(site.all("#leaders tbody tr")) > 4 and len(site.all("#audit tbody tr")) > 4,
          "who leads it, and its audits")
    check(site.all(".plot-place figure"), "it has charts")
    site.open("studies/projections.html")
    check("scripts/study projections --data FOLDER" in site.find("main").text,
          "a study names its command")
    check(site.run("return document.querySelectorAll('#parts tbody tr').length") == 2, "its parts")
    site.open("about.html")
    check("Holm" in site.find("main").text, "how to read it")


def check_links(site):
    broken = []
    for page in pages_of(site.folder):
        if not page.endswith(".html"):
            continue
        with open(os.path.join(site.folder, page)) as file:
            text = file.read()
        for address in set(re.findall(r'(?:href|src)="([^"#]+)', text)):
            target = os.path.normpath(os.path.join(site.folder, os.path.dirname(page), address))
            if not address.startswith("data:") and not os.path.exists(target):
                broken.append((page, address))
    check(not broken, f"every link leads to a page: {broken[:3]}")


def luminance(colour):
    parts = [int(v) / 255 for v in re.findall(r"\d+", colour)[:3]]
    parts = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def check_contrast(site):
    for theme in ("light", "dark"):
        site.open("index.html")
        if theme == "dark":
            site.find("#theme").click()
        check(site.find("html").get_attribute("data-theme") == theme, f"{theme} colours")
        ground = site.run("return getComputedStyle(document.body).backgroundColor")
        for selector in ("#answer", ".caption", "#front td a", "td.soft", "footer p"):
            ink = site.run("return getComputedStyle(document.querySelector(arguments[0])).color",
                           selector)
            high, low = sorted((luminance(ink), luminance(ground)), reverse=True)
            ratio = (high + 0.05) / (low + 0.05)
            if ratio < 4.5:
                raise AssertionError(f"{selector}, {theme}: contrast {ratio:.1f}")
        print(f"ok  texts have a contrast of 4.5 or more, {theme}")


def check_widths(site, screenshots):
    pages = ("index.html", "methods/itq-sbq.html", "datasets/mnist.html",
             "studies/projections.html", "about.html", "methods.html")
    for width in (360, 1600):
        site.driver.set_window_size(width, 900)
        site.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        for page in pages:
            site.open(page)
            wide = site.run("return document.documentElement.scrollWidth")
            if wide > width:
                raise AssertionError(f"{page} is {wide} px wide in a window of {width}")
            save(site, screenshots, f"{page.replace('/', '-')}-{width}")
            if screenshots:
                site.find("#theme").click()
                save(site, screenshots, f"{page.replace('/', '-')}-{width}-dark")
                site.find("#theme").click()
        print(f"ok  no page is wider than a window of {width} px")
    site.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    site.driver.set_window_size(1400, 1000)


def save(site, screenshots, name):
    if screenshots:
        site.driver.save_screenshot(os.path.join(screenshots, f"{name}.png"))


def check_keyboard(site):
    site.open("index.html")
    seen = []
    for _ in range(16):
        site.driver.switch_to.active_element.send_keys(Keys.TAB)
        seen.append(site.run("const e = document.activeElement; return e.name || e.id ||"
                             " e.className || e.textContent"))
    check(seen[0] == "skip" and "data" in seen and "find" in seen and "theme" in seen,
          f"Tab reaches everything: {seen}")
    head = site.find("#ranking thead th button")
    site.run("arguments[0].focus()", head)
    head.send_keys(Keys.ENTER)
    check(site.find("#ranking thead th").get_attribute("aria-sort"), "Enter sorts")


def check_labels(site):
    for page in ("index.html", "datasets/mnist.html", "methods/itq-sbq.html"):
        site.open(page)
        unnamed = site.run(
            "return [...document.querySelectorAll('button, select, input, a[href]')].filter((e) =>"
            " !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label') ||"
            " e.labels && e.labels.length)).map((e) => e.outerHTML)")
        check(not unnamed, f"{page}: every control has a name {unnamed[:2]}")
        check(len(site.all("h1")) == 1 and site.find("html").get_attribute("lang") == "en",
              f"{page}: one first heading, and a language")
        check(site.run("return [...document.querySelectorAll('table')].every((t) => t.caption)"),
              f"{page}: every table has a caption")


def check_print(site, screenshots):
    for page in ("index.html", "datasets/mnist.html"):
        site.open(page)
        pdf = site.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]
        check(len(pdf) > 10_000, f"{page} prints")
    site.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    check(site.run("return getComputedStyle(document.querySelector('.saves')).display") == "none",
          "print leaves out buttons")
    save(site, screenshots, "print")
    site.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def check_network(site):
    asked = set()
    for entry in site.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"].split(":")[0])
    check(asked <= {"file", "data", "about", "blob"}, f"requests went to {sorted(asked)} alone")
    said = [entry["message"] for entry in site.driver.get_log("browser")]
    check(not said, f"the console is empty: {said[:3]}")


def main():
    folder = sys.argv[1]
    screenshots = sys.argv[3] if len(sys.argv) > 3 else None
    if screenshots:
        os.makedirs(screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as downloads:
        driver = start(downloads)
        try:
            site = Site(driver, folder, downloads)
            check_sizes(site)
            check_numbers(site)
            check_links(site)
            check_front(site)
            check_filters(site)
            check_sorting(site)
            check_shared_address(site)
            check_export(site)
            check_pages(site)
            check_contrast(site)
            check_keyboard(site)
            check_labels(site)
            check_widths(site, screenshots)
            check_print(site, screenshots)
            check_network(site)
        finally:
            driver.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
