/** The import command: rows of CSV files become accounts and transfers. */
@NullMarked
package io.twophase.cli.imports;

import org.jspecify.annotations.NullMarked;
