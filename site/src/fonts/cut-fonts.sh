#!/bin/sh
# Cuts the site's fonts from the full ones in node_modules. Run it when a cut changes; the results are
# committed, because this needs Debian's python3-fonttools and python3-brotli, which the build does not.
set -eu
cd "$(dirname "$0")"
full=../../../node_modules/@fontsource-variable
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# What the house prints on every page. `fonts.css` names the rare letters again: a browser fetches those files
# only for a page that has one of them.
common='U+20-5B,U+5D,U+5F,U+61-7A,U+7C,U+A0,U+A3,U+A9,U+B7,U+C9,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2212'
# The accents of the neighbours, fractions, signs.
rare='U+A7,U+B0,U+B2,U+BC-BE,U+C0,U+C4,U+C7-C8,U+CA-CB,U+D6-D7,U+DC,U+DF-E2,U+E4-E8,U+EA-EF,U+F1,U+F3-F4,U+F6,U+F8-FC,U+153,U+20AC'

cut() { # source file, axes, name of the cut, OpenType features, letters
  # Axes are words of their own.
  /usr/bin/python3 -m fontTools.varLib.instancer -q "$full/$1" $2 -o "$work/cut.ttf"
  /usr/bin/python3 -m fontTools.subset "$work/cut.ttf" --unicodes="$5" --layout-features="$4" \
    --no-hinting --flavor=woff2 --output-file="$3.woff2"
}

upright=newsreader/files/newsreader-latin-opsz-normal.woff2
italic=newsreader/files/newsreader-latin-opsz-italic.woff2
labels=inter/files/inter-latin-opsz-normal.woff2
cut $upright 'opsz=16 wght=400' newsreader-text kern,liga,pnum,tnum "$common"
cut $upright 'opsz=16 wght=400:600' newsreader-text-rare kern,liga "$rare"
cut $upright 'opsz=16 wght=600' newsreader-text-strong kern,liga "$common"
cut $italic 'opsz=16 wght=400' newsreader-text-italic kern,liga "$common"
cut $italic 'opsz=16 wght=400' newsreader-text-italic-rare kern,liga "$rare"
cut $upright 'opsz=60 wght=460' newsreader-display kern,liga "$common"
cut $upright 'opsz=60 wght=460' newsreader-display-rare kern,liga "$rare"
cut $labels 'opsz=14 wght=450:650' inter-labels kern,tnum "$common"
cut $labels 'opsz=14 wght=450:650' inter-labels-rare kern,tnum "$rare"
cp "$full/newsreader/LICENSE" newsreader-license.txt
cp "$full/inter/LICENSE" inter-license.txt
ls -l ./*.woff2
