# Installation, package configuration and CPack.
