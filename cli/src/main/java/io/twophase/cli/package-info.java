/** The command line. A host application has no need of it, nor of the libraries that it uses. */
@NullMarked
package io.twophase.cli;

import org.jspecify.annotations.NullMarked;
