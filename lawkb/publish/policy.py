"""What a browser may load and run on a page of the site: its own files, nothing else."""

# WebAssembly is the search. Data that is no program, such as JSON-LD, needs no leave.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'"
)
# What a page cannot say of itself, only its server: no other site shows it in a frame.
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
