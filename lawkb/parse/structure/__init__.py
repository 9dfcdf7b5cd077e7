"""Build laws and companions from the lines of a page in one language, whatever its format.

`labels_and_languages` parts the languages of a page and reads the labels of lines, `titles` and
`law_numbers` part its laws, `divisions` the headings between them. `law_structure` builds the tree
of a law by these labels, `beside_laws` recitals and annexes, `companion_sections` texts such as a
preface, and `footnotes` gives each its words. Input: lines and the levels of the code; output:
provisions, sections, losses.
"""
