#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the bill of materials of a release, SPDX 2.3 in JSON: spdx.py FOLDER

Each file of the release is a package that contains or uses others (third-party/components.json).
$SOURCE_DATE_EPOCH is its time, so that the same files give the same bytes.
"""
import hashlib
import json
import os
import pathlib
import re
import sys
import time
import uuid

from artifacts import ROOT, VERSION, files_of

sys.path.insert(0, str(ROOT / "third-party"))
from notices import components_of  # noqa: E402

MIT = {"licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "Copyright (c) the anmkit authors"}


def id_of(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))


def url_of(one):
    if one.get("npm"):
        return f"pkg:npm/{one['name'].replace('@', '%40')}@{one['version']}"
    return f"pkg:deb/debian/{one['package']}@{one['version']}?distro=bookworm" if "package" in one else None


def package_of(one):
    if one["version"] == "unknown":
        sys.exit(f"spdx.py: the package of {one['name']} is not installed, so that its version is unknown: build what "
                 "contains it on this system")
    package = {"SPDXID": id_of("component", one["name"]), "name": one["name"], "versionInfo": one["version"],
               "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": one["licence"],
               "licenseDeclared": one["licence"],
               "copyrightText": "\n".join(f"Copyright (c) {holder}" for holder in one["copyright"])}
    if url := url_of(one):
        package["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                    "referenceLocator": url}]
    return package


def main():
    folder = pathlib.Path(sys.argv[1])
    components, artifacts, relations = {}, [], []

    def relate(this, how, other):
        relations.append({"spdxElementId": this, "relationshipType": how, "relatedSpdxElement": other})

    for path, what, notices in files_of(folder):
        this = id_of("file", path.name)
        artifacts.append({"SPDXID": this, "name": path.name, "versionInfo": VERSION, "packageFileName": path.name,
                          "summary": what, "downloadLocation": "NOASSERTION", "filesAnalyzed": False, **MIT,
                          "checksums": [{"algorithm": "SHA256",
                                         "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]})
        relate("SPDXRef-DOCUMENT", "DESCRIBES", this)
        for one in components_of(notices) if notices else []:
            components[one["name"]] = package_of(one)
            # Packages of Debian use those of the system.
            relate(this, "DYNAMIC_LINK" if path.suffix == ".deb" else "CONTAINS", id_of("component", one["name"]))
    sums = "".join(one["checksums"][0]["checksumValue"] for one in artifacts)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"anmkit-{VERSION}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, sums)}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0")))),
            "creators": ["Organization: the anmkit authors", f"Tool: anmkit-release-{VERSION}"]},
        "packages": [*artifacts, *(components[name] for name in sorted(components))], "relationships": relations}
    beside = folder / ".spdx.json"
    beside.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    output = folder / f"anmkit-{VERSION}.spdx.json"
    beside.rename(output)
    print(output)


main()
