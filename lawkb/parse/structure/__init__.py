"""Build laws and companions from the lines of a page in one language, whatever its format.

`split_by_script` parts the languages of a page, `titles` and `law_numbers` its laws, `divisions`
the headings between them. `law_structure` builds the tree of a law by the `labels` of its lines,
`beside_laws` recitals and annexes, `companion_sections` texts such as a preface, and `footnotes`
gives each its words. Input: lines and the levels of the code; output: provisions, sections, losses.
"""
