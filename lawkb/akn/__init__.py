"""Write and read laws and companions as Akoma Ntoso 3.0, in a profile of our own.

A companion is a text beside the laws, such as a preface. `laws` and `companions` convert a law or
companion to XML and back; `eids_and_iris` has the ids and links in it. `validate` checks a file
against our RELAX NG profile and, where it is installed, the OASIS XSD; `audit` checks a whole code
for what no schema can express. Input: laws and the outline of the code; output: bytes, laws and
lists of faults. Files are read and written by the package `corpus`.
"""
