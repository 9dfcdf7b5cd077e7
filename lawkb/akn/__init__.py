"""Laws and companions to and from Akoma Ntoso 3.0, in a closed profile.

`laws` and `companions` give the XML of a law or companion, and a law or companion from its XML;
`eids_and_iris` has the ids and links in it. `validate` checks a file against our RELAX NG profile
and, where it is installed, the OASIS XSD; `audit` checks a whole code for what no schema can
express. Laws and the outline of the code come in; bytes, laws and lists of faults go out. Files are
read and written by the package `corpus`.
"""
